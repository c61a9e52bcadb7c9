"""Writes the position of the first number that is the largest."""

input()
numbers = [*map(int, input().split())]
print(numbers.index(max(numbers)) + 1)
