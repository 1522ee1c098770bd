// A folder of the test's own, gone when the test is.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

class Scratch {
  public:
    Scratch() {
        std::string name = (std::filesystem::temp_directory_path() / "babieca-XXXXXX").string();
        if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a scratch folder");
        folder_ = name;
    }
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    const std::filesystem::path& folder() const { return folder_; }

  private:
    std::filesystem::path folder_;
};
