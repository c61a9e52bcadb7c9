// The functions of Blackjack.h that send a request. They call ask(), which the including source file
// defines first: it takes a request and its amount, if any, and returns the numbers of the reply.
#ifndef SEAT_H
#define SEAT_H

#include "hands.h"

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

#endif
