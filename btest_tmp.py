import bench.nim as b
from bench.claims import Claim
b.PROOFS={"0.77":Claim("x",unit="s")}; b.TO_10_7=b.TO_10_7.replace("10**7","30000")
for r in b.proofs():
    print(r)
