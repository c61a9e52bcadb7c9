// The grader, linked with the contestant: g++ x.cpp grader.cpp && ./a.out < seed
//
// It has the same shoe and the same verdict as blackjack-judge. But play() runs in the same process,
// where it can change the shoe, the money and the verdict: use it to practise, never to judge others.
#include "Blackjack.h"
#include "table.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

Table* table;

[[noreturn]] void leave(const std::string& request) {
    const char* reason = table->outcome == WON         ? "你通過了伊綱的考驗。"
                         : table->outcome == BROKE     ? "資金輸光了。"
                         : table->outcome == EXHAUSTED ? "牌已經用完了。"
                                                       : "不合法的操作：";
    bool illegal = table->outcome == ILLEGAL;
    printf("%s\n%s%s\n", table->outcome == WON ? "Accepted" : "Wrong_answer", reason, illegal ? request.c_str() : "");
    fflush(stdout);
    exit(table->outcome == WON ? 0 : 1);
}

std::vector<int> ask(const std::string& request) {
    std::vector<int> reply = table->ask(request);
    if (table->outcome != PLAYING) leave(request);
    return reply;
}

std::vector<int> ask(const std::string& request, int amount) {
    std::vector<int> reply = table->ask(request, true, amount);
    if (table->outcome != PLAYING) leave(request + ' ' + std::to_string(amount));
    return reply;
}

}  // namespace

#include "seat.h"

int main() {
    long long seed = 0;
    if (scanf("%lld", &seed) != 1 || seed < 1 || seed > 4294967295LL) {
        fprintf(stderr, "錯誤：第 1 行：亂數種子必須是 1 到 4294967295 的整數\n");
        return 2;
    }
    table = new Table(make_shoe(static_cast<uint32_t>(seed)));
    for (;;) {
        play();
        ask("return");
    }
}
