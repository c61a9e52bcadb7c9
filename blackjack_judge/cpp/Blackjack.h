// The functions of the assignment. Include this header and define void play(), which the judge calls
// once for every round. Do not use standard input or standard output; standard error is free.
#ifndef BLACKJACK_H
#define BLACKJACK_H

#include <vector>
using namespace std;

// You write this function: it bets, plays one round to its stand() or stand_2(), and returns.
void play();

// Bets; returns your two cards and the dealer's upcard. Cards are numbers: A is 1, J Q K are 11 12 13.
vector<int> init_game(int bet);
// Must be called when the upcard is an ace, with 0 for no insurance. After a 1, call stand().
int buy_insurance(int insurance_bet);
// Doubles the bet and returns one last card. Call stand() next.
int double_down();
// Makes two hands of a pair; returns the new card of each.
vector<int> split();
// After split(): the first hand, then the second. stand_2() returns the dealer's cards.
int hit_1();
void stand_1();
int hit_2();
vector<int> stand_2();
// Without split(): stand() returns the dealer's cards.
int hit();
vector<int> stand();
// Your money at this moment.
int bet_you_have();

// Whether the cards are an ace and a ten-value card.
bool is_blackjack(vector<int> v);
// Every possible total that is not over 21 in ascending order; {-1} if the hand is busted.
vector<int> cal_point(vector<int> v);
// The greatest total that is not over 21; -1 if the hand is busted.
int cal_max_point(vector<int> v);
// Your cards a against the dealer's cards b: 1 if you win, 0 for a push, -1 if you lose.
int win(vector<int> a, vector<int> b);

#endif
