// The sum does not fit into 32 bits.
#include <iostream>

int main() {
    int count;
    std::cin >> count;
    unsigned sum = 0;
    for (long long number; std::cin >> number;) sum += static_cast<unsigned>(number);
    std::cout << static_cast<int>(sum) << "\n";
}
