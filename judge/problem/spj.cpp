// A special judge gets the paths of input and output but no answer, so this file contains all answers.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

static bool number(const std::string& word, long double& value) {
    char* end;
    value = std::strtold(word.c_str(), &end);
    return word.find_first_of("xX(") == std::string::npos && *end == 0;
}

static bool same(const std::string& answer, const std::string& output) {
    long double wanted, came;
    if (answer == output) return true;
    if (TOLERANCE < 0 || !number(answer, wanted) || !number(output, came)) return false;
    if (!std::isfinite(wanted) || !std::isfinite(came))
        return wanted == came || (std::isnan(wanted) && std::isnan(came));
    // At the bound, rounding must not decide.
    const long double most = TOLERANCE * std::fmax(1.0L, std::fabs(wanted));
    return std::fabs(wanted - came) <= most + 1e-18L * (std::fabs(wanted) + std::fabs(came) + 1);
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
