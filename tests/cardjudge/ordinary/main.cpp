#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <locale>
#include <random>
int main() {
    std::locale::global(std::locale(""));
    std::ofstream(std::filesystem::temp_directory_path() / "file") << "x";
    std::random_device entropy;
    auto two = std::async(std::launch::async, [&] { return entropy() ? 2 : 2; });
    std::cout << two.get() << std::endl;
}
