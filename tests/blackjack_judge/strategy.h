#define BET 40000
