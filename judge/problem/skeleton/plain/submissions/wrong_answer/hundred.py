"""Adds only the first hundred numbers."""

input()
print(sum(map(int, input().split()[:100])))
