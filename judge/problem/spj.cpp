// A special judge gets the paths of input and output but no answer, so this file contains all answers.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

static bool number(const std::string& word, double& value) {
    char* end;
    value = std::strtod(word.c_str(), &end);
    return word.find_first_not_of("0123456789+-.eE") == std::string::npos && *end == 0;
}

static bool same(const std::string& answer, const std::string& output) {
    double wanted, came;
    return answer == output ||
           (TOLERANCE >= 0 && number(answer, wanted) && number(output, came) &&
            std::fabs(wanted - came) <= TOLERANCE * std::fmax(1.0, std::fabs(wanted)));
}

static std::vector<std::string> pieces(std::istream& text) {
    std::vector<std::string> found;
    for (std::string piece; BY_LINE ? bool(std::getline(text, piece)) : bool(text >> piece);) {
        piece.erase(piece.find_last_not_of(" \t\r\f\v") + 1);
        found.push_back(piece);
    }
    while (!found.empty() && found.back().empty()) found.pop_back();
    return found;
}

int main(int, char** given) {
    const std::string path = given[1];
    const int test = std::atoi(path.c_str() + path.find_last_of('/') + 1);
    std::ifstream file(given[2]);
    std::istringstream text(ANSWERS[test - 1]);
    const auto answer = pieces(text), output = pieces(file);
    if (answer.size() != output.size()) return 1;
    for (size_t at = 0; at < answer.size(); ++at)
        if (!same(answer[at], output[at])) return 1;
    return 0;
}
