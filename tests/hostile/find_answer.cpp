// Looks for any answer below the folders of the tests.
#include "hostile.h"
#include <filesystem>
#include <system_error>

int main(void) {
    facts();
    namespace fs = std::filesystem;
    std::error_code error;
    auto all = fs::recursive_directory_iterator(fs::path(answer).parent_path(), error);
    bool found = false;
    for (; !error && all != fs::end(all); all.increment(error))
        if (all->path().extension() == ".out") found = found || can_read(all->path().c_str());
    return verdict(found);
}
