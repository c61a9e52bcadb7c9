#include <iostream>
int main() {
    long x, sum = 0;
    while (std::cin >> x) sum += x;
    BODY
}
