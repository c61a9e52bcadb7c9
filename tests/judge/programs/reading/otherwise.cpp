#include <iostream>
#include <sstream>
int main() {
    int n, x, sum = 0;
    std::string line;
    std::cin >> n; std::cin.ignore(); getline(std::cin, line);
    std::istringstream words(line);
    while (words >> x) sum += x;
    std::cout << -sum << std::endl;
}
