// Counts one by one.
#include <iostream>

int main() {
    int count;
    std::cin >> count;
    volatile long long sum = 0;
    for (long long number; std::cin >> number;) {
        for (; number > 0; --number) sum = sum + 1;
        for (; number < 0; ++number) sum = sum - 1;
    }
    std::cout << sum << "\n";
}
