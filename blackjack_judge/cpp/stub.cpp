// Speaks the conversation with the judge for a contestant's play(): a line a request on standard
// output, a line a reply on standard input. Ends with status 0 at the verdict and at the end of file.
//
// The conversation moves to descriptors of its own before play() runs: what play() reads is empty,
// and what it writes to standard output comes out at standard error.
#include "Blackjack.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

int from_judge, to_judge;
char buffer[1 << 12];
ssize_t filled = 0, taken = 0;

int next_byte() {
    if (taken == filled) {
        filled = read(from_judge, buffer, sizeof buffer);
        taken = 0;
        if (filled <= 0) exit(0);
    }
    return buffer[taken++];
}

// The next line from the judge; the program ends if it is the verdict.
std::string hear() {
    std::string line;
    for (int c; (c = next_byte()) != '\n';) line += static_cast<char>(c);
    if (line == "Accepted" || line == "Wrong_answer") exit(0);
    return line;
}

void say(std::string line) {
    line += '\n';
    for (size_t sent = 0; sent < line.size();) {
        ssize_t n = write(to_judge, line.data() + sent, line.size() - sent);
        if (n <= 0) exit(0);
        sent += static_cast<size_t>(n);
    }
}

std::vector<int> ask(const std::string& request) {
    say(request);
    std::vector<int> numbers;
    int number = -1;
    for (char c : hear() + ' ') {
        if (c >= '0' && c <= '9') {
            number = 10 * (number < 0 ? 0 : number) + (c - '0');
        } else if (number >= 0) {
            numbers.push_back(number);
            number = -1;
        }
    }
    return numbers;
}

std::vector<int> ask(const std::string& request, int amount) { return ask(request + ' ' + std::to_string(amount)); }

}  // namespace

#include "seat.h"

int main() {
    signal(SIGPIPE, SIG_IGN);
    from_judge = dup(0);
    to_judge = dup(1);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, 0);
    dup2(2, 1);
    for (;;) {
        hear();
        play();
        say("return");
    }
}
