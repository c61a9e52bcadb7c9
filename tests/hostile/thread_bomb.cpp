// Starts as many threads as it can, 3000 at most.
#include "hostile.h"
#include <system_error>
#include <thread>
#include <vector>

int main(void) {
    facts();
    std::vector<std::thread> threads;
    try {
        while (threads.size() < 3000) threads.emplace_back([] { pause(); });
    } catch (const std::system_error &) {
    }
    verdict(threads.size() >= 3000);
    _exit(0);
}
