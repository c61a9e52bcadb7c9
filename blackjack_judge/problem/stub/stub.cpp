#include "../../cpp/stub.cpp"
