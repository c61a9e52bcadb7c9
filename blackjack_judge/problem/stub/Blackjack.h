#include "../../cpp/Blackjack.h"
