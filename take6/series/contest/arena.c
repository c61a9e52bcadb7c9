/* The program around a contestant's four functions: it answers the arena's questions.
 *
 * The source before it defines P. The arguments are the descriptors for questions and answers.
 * A question is 41 numbers: its kind and its arguments. See program.py.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define JOIN_(prefix, name) prefix##_##name
#define JOIN(prefix, name) JOIN_(prefix, name)

void JOIN(P, setup)(int32_t id);
void JOIN(P, deal)(const int32_t cards[10]);
int32_t JOIN(P, pick)(const int32_t table[4][5], const int32_t score[2], const int32_t last[8],
                      const int32_t card[10]);
int32_t JOIN(P, choose)(const int32_t table[4][5], int32_t card);

enum { NEW_GAME, PICK, CHOOSE };

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    int in = atoi(argv[1]), out = atoi(argv[2]);
    for (;;) {
        int32_t question[41], table[4][5], answer;
        size_t have = 0;
        while (have < sizeof question) {
            ssize_t n = read(in, (char *)question + have, sizeof question - have);
            if (n <= 0)
                return 0;
            have += (size_t)n;
        }
        switch (question[0]) {
        case NEW_GAME:
            JOIN(P, setup)(question[1]);
            JOIN(P, deal)(question + 2);
            continue;
        case PICK:
            memcpy(table, question + 1, sizeof table);
            answer = JOIN(P, pick)((const int32_t(*)[5])table, question + 21, question + 23,
                                   question + 31);
            break;
        default:
            memcpy(table, question + 1, sizeof table);
            answer = JOIN(P, choose)((const int32_t(*)[5])table, question[21]);
        }
        if (write(out, &answer, sizeof answer) != sizeof answer)
            return 0;
    }
}
