// The nim-sum of N heaps from standard input.
#include <cstdint>
#include <iostream>

int main() {
    std::ios::sync_with_stdio(false);
    std::int64_t count, heap, x = 0;
    std::cin >> count;
    while (count--) {
        std::cin >> heap;
        x ^= heap;
    }
    std::cout << "X = " << x << "\n";
}
