// Holds the conversation with the judge for a contestant's play(): it writes each request as a line
// to standard output and reads each reply as a line from standard input. It ends with status 0 at the
// verdict and at the end of file.
//
// The conversation moves to descriptors of its own before play() runs. So play() reads an empty
// standard input, and its standard output goes to standard error.
#include "hands.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

namespace {

FILE *from_judge, *to_judge;

// Returns the next line from the judge; ends the program at the verdict.
std::string hear() {
    std::string line;
    for (int c; (c = getc(from_judge)) != '\n';) {
        if (c == EOF) exit(0);
        line += static_cast<char>(c);
    }
    if (line == "Accepted" || line == "Wrong_answer") exit(0);
    return line;
}

void say(const std::string& line) {
    if (fprintf(to_judge, "%s\n", line.c_str()) < 0 || fflush(to_judge) != 0) exit(0);
}

std::vector<int> ask(const std::string& request) {
    say(request);
    std::istringstream reply(hear());
    std::vector<int> numbers;
    for (int number; reply >> number;) numbers.push_back(number);
    return numbers;
}

std::vector<int> ask(const std::string& request, int amount) { return ask(request + ' ' + std::to_string(amount)); }

}  // namespace

std::vector<int> init_game(int bet) { return ask("init_game", bet); }
int buy_insurance(int insurance_bet) { return ask("buy_insurance", insurance_bet)[0]; }
int double_down() { return ask("double_down")[0]; }
std::vector<int> split() { return ask("split"); }
int hit_1() { return ask("hit_1")[0]; }
void stand_1() { ask("stand_1"); }
int hit_2() { return ask("hit_2")[0]; }
std::vector<int> stand_2() { return ask("stand_2"); }
int hit() { return ask("hit")[0]; }
std::vector<int> stand() { return ask("stand"); }
int bet_you_have() { return ask("bet_you_have")[0]; }

int main() {
    signal(SIGPIPE, SIG_IGN);
    from_judge = fdopen(dup(0), "r");
    to_judge = fdopen(dup(1), "w");
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, 0);
    dup2(2, 1);
    for (;;) {
        hear();
        play();
        say("return");
    }
}
