// Finds all winning moves by the exclusive or of all heaps. Each macro switches one mistake on.
#include <cstdint>
#include <iostream>
#include <vector>
using namespace std;

#ifdef WRONG_ANSWER_32_BITS
typedef uint32_t Stones;
#else
typedef uint64_t Stones;
#endif

int main() {
    size_t n;
    cin >> n;
#ifdef RUN_TIME_ERROR_AT_MOST_100_HEAPS
    vector<Stones> heaps(100);
#else
    vector<Stones> heaps(n);
#endif
    Stones x = 0;
    for (size_t i = 0; i < n; ++i) {
        uint64_t stones;
        cin >> stones;
        heaps.at(i) = Stones(stones);
#ifdef WRONG_ANSWER_ADDS_INSTEAD_OF_XOR
        x += heaps[i];
#else
        x ^= heaps[i];
#endif
    }
    cout << "X = " << x << "\n" << (x ? "先手必勝" : "後手必勝") << "\n";
    for (size_t i = 0; x && i < n; ++i) {
        Stones after = heaps[i] ^ x;
#ifdef WRONG_ANSWER_MOVE_ADDS_STONES
        bool possible = true;
#else
        bool possible = after < heaps[i];
#endif
        if (possible) {
#ifdef WRONG_ANSWER_TAKES_THE_WHOLE_HEAP
            after = 0;
#endif
            cout << "第 " << i + 1 << " 堆：" << heaps[i] << " -> " << after << "\n";
#ifdef WRONG_ANSWER_FIRST_MOVE_ONLY
            break;
#endif
        }
    }
}
