#include <iostream>
#include <sstream>
int main() {
    int n, x, sum = 0;
    std::string line;
    n = 3; getline(std::cin, line);
    std::istringstream words(line);
    while (words >> x) sum += x;
    std::cout << sum - n << std::endl;
}
