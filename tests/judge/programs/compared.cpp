#include INCLUDED
int main(int, char** given) {
    std::ifstream output(OUTPUT), answer(ANSWER);
    long long due, came;
    if (!(answer >> due)) quitf(3, "no answer");
    quitf(output >> came && came == due ? RIGHT : RIGHT + 1, "compared");
}
