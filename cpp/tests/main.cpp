// Runs one test case, or all of them if none is named.
#include "tests/check.hpp"

int main(int count, char** arguments) {
    bool found = false;
    for (const auto& [name, run] : babieca::cases)
        if (count == 1 || name == arguments[1]) {
            run();
            found = true;
        }
    return found ? 0 : 1;
}
