// A judge of the same conversation in C++, the peer of bench.blackjack: blackjack_peer SEED COMMAND
// It has no limits and no transcript.
#include "blackjack_table.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

void play() {}

int main(int, char** argv) {
    signal(SIGPIPE, SIG_IGN);
    Table table(make_shoe(static_cast<uint32_t>(strtoul(argv[1], nullptr, 10))));
    int requests[2], replies[2];
    if (pipe(requests) != 0 || pipe(replies) != 0) return 2;
    pid_t child = fork();
    if (child == 0) {
        dup2(replies[0], 0);
        dup2(requests[1], 1);
        for (int fd : {requests[0], requests[1], replies[0], replies[1]}) close(fd);
        execv(argv[2], argv + 2);
        _exit(127);
    }
    close(requests[1]);
    close(replies[0]);
    std::string line = "play " + std::to_string(table.money) + "\n", input;
    char chunk[1 << 16];
    while (write(replies[1], line.data(), line.size()) > 0 && table.outcome == PLAYING) {
        size_t end;
        while ((end = input.find('\n')) == std::string::npos) {
            ssize_t n = read(requests[0], chunk, sizeof chunk);
            if (n <= 0) return 1;
            input.append(chunk, static_cast<size_t>(n));
        }
        std::string request = input.substr(0, end);
        input.erase(0, end + 1);
        size_t blank = request.find(' ');
        std::vector<int> reply =
            blank == std::string::npos
                ? table.ask(request)
                : table.ask(request.substr(0, blank), true, atoll(request.c_str() + blank + 1));
        if (table.outcome != PLAYING) {
            line = table.outcome == WON ? "Accepted\n" : "Wrong_answer\n";
        } else if (reply.empty()) {
            line = "play " + std::to_string(table.money) + "\n";
        } else {
            line.clear();
            for (int number : reply) line += std::to_string(number) + ' ';
            line.back() = '\n';
        }
    }
    close(requests[0]);
    close(replies[1]);
    waitpid(child, nullptr, 0);
    const char* reasons[] = {"", "你通過了伊綱的考驗。", "資金輸光了。", "牌已經用完了。", "不合法的操作"};
    printf("%s%s\n", line.c_str(), reasons[table.outcome]);
    return table.outcome == WON ? 0 : 1;
}
