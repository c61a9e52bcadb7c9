"""Adds as Python does: integers have any size."""

input()
print(sum(map(int, input().split())))
