// Grundy values of a taking and breaking game by the method of nim/compiled.py: a scattered prefix
// of the splits proposes, and a search over all of them proves that the least unseen value is absent.
// Usage: nim_taking LAST UNEQUAL NONE ONE TWO, each of the last three a list such as 1,2 or "-".
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

static std::vector<int> list(const std::string& text) {
    std::vector<int> numbers;
    std::stringstream words(text == "-" ? "" : text);
    for (std::string word; std::getline(words, word, ',');) numbers.push_back(std::stoi(word));
    return numbers;
}

int main(int, char** arguments) {
    const int last = std::atoi(arguments[1]);
    const bool unequal = std::atoi(arguments[2]);
    const std::vector<int> none = list(arguments[3]), one = list(arguments[4]), two = list(arguments[5]);
    std::vector<std::uint16_t> values(last + 1), backwards(last + 1);
    std::vector<int> seen(1 << 16);
    const auto occurs = [&](int n, std::uint16_t value) {
        for (int taken : two) {
            const int total = n - taken, pairs = unequal ? (total - 1) / 2 : total / 2;
            const std::uint16_t *lesser = values.data(), *greater = backwards.data() + (last - total);
            for (int block = 1; block <= pairs; block += 2048) {
                const int end = std::min(block + 2048, pairs + 1);
                std::uint16_t found = 0;
                for (int i = block; i < end; i++)
                    found |= std::uint16_t(lesser[i] ^ greater[i]) == value;
                if (found) return true;
            }
        }
        return false;
    };
    int greatest = 0;
    for (int n = 1; n <= last; n++) {
        const int prefix = 8 * (greatest + 8);
        for (int taken : none)
            if (taken == n) seen[0] = n;
        for (int taken : one)
            if (taken < n) seen[values[n - taken]] = n;
        for (int taken : two) {
            const int total = n - taken, pairs = unequal ? (total - 1) / 2 : total / 2;
            for (int i = 1; i <= pairs; i += std::max(1, pairs / prefix))
                seen[values[i] ^ values[total - i]] = n;
        }
        int value = 0;
        while (seen[value] == n || occurs(n, value)) value++;
        values[n] = backwards[last - n] = value;
        greatest = std::max(greatest, value);
    }
    std::uint64_t sum = 0;
    for (int n = 0; n <= last; n++) sum = sum * 31 + values[n];
    std::cout << sum << "\n";
}
