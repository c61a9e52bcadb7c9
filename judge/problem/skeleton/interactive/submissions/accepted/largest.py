"""Compares each number with the largest one so far."""

count = int(input())
largest = 1
for position in range(2, count + 1):
    print("?", largest, position, flush=True)
    if input() == "<":
        largest = position
print("!", largest, flush=True)
