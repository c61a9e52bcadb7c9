#include <fstream>
int main(int, char** given) {
    std::ifstream input(given[1]), output(given[2]);
    long long count, sum = 0, number, came;
    for (input >> count; input >> number;) sum += number;
    return !(output >> came && came == sum);
}
