// A player of Big-2: the lowest single or pair that it can play. See big2.md.
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

int value(const std::string& card) {  // by rank, then by suit
    const std::string ranks = "3 4 5 6 7 8 9 10J Q K A 2 ", suits = "CDHS";
    return int(ranks.find(card.substr(2, card.size() - 3)) / 2 * 4 + suits.find(card[0]));
}

std::vector<std::string> cards(const std::string& text) {
    std::vector<std::string> found;
    std::istringstream stream(text);
    for (std::string card; std::getline(stream, card, ',');) found.push_back(card);
    return found;
}

std::string choose(const std::vector<std::string>& hand, const std::vector<std::string>& top) {
    for (std::size_t i = 0; top.size() < 3 && i < hand.size(); ++i) {
        if (!top.empty() && value(hand[i]) <= value(top.back())) continue;
        if (top.size() < 2) return std::to_string(i);
        if (i > 0 && value(hand[i]) / 4 == value(hand[i - 1]) / 4)
            return std::to_string(i - 1) + " " + std::to_string(i);
    }
    return "-1";
}

int main() {
    for (std::string line, word; std::getline(std::cin, line);) {
        std::map<std::string, std::string> view;
        for (std::istringstream words(line); words >> word;)
            view[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
        std::cout << choose(cards(view["hand"]), cards(view["top"])) << std::endl;
    }
}
