// Runs the named test cases, or all of them if none is named.
#include "tests/check.hpp"

int main(int count, char** arguments) {
    const std::vector<std::string> named(arguments + 1, arguments + count);
    int left = static_cast<int>(named.size());
    for (const auto& [name, run] : babieca::cases)
        if (named.empty() || std::ranges::find(named, name) != named.end()) {
            run();
            --left;
        }
    return left > 0 ? 1 : 0;  // 1: a name has no case
}
