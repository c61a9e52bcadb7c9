#include <cstdlib>
#include <fstream>
#include <iostream>
#define quitf(status, words) (std::cerr << words, std::exit(status))
