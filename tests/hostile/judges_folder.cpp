// Looks into the folder in which the judge stands.
#include "hostile.h"
#include <filesystem>
#include <string>
#include <system_error>

int main(void) {
    facts();
    std::error_code error;
    std::filesystem::directory_iterator all("/proc/" + std::to_string(getppid()) + "/cwd", error);
    return verdict(!error);
}
