"""Ignores the signs."""

input()
numbers = [*map(int, input().split())]
print(numbers.index(max(numbers, key=abs)) + 1)
