"""Compares each number with the first one."""

count = int(input())
largest = 1
for position in range(2, count + 1):
    print("?", 1, position, flush=True)
    if input() == "<":
        largest = position
print("!", largest, flush=True)
