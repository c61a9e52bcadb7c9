"""Adds with Python's integers, which have any size."""

input()
print(sum(map(int, input().split())))
