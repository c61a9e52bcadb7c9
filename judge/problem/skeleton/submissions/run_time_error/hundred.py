"""Crashes because it has room for only a hundred numbers."""

count = int(input())
room = [0] * 100
for place, number in enumerate(map(int, input().split())):
    room[place] = number
print(sum(room))
