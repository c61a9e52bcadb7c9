"""Has room for a hundred numbers only."""

count = int(input())
room = [0] * 100
for place, number in enumerate(map(int, input().split())):
    room[place] = number
print(sum(room))
