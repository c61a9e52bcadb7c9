#define WRONG_ANSWER_NO_CARD_FACE_DOWN
#include "../accepted/plain.cpp"
