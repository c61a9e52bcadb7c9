"""Take 6! (誰是牛頭王): rules, a judge, a terminal game, computers, and a contest of C programs."""
