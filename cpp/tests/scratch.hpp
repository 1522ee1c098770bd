// A temporary folder that is removed with the object, and damage for files.
#pragma once

#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>

class Scratch {
  public:
    Scratch() {
        const std::string name = "babieca-" + std::to_string(std::random_device{}());
        folder_ = std::filesystem::temp_directory_path() / name;
        if (!std::filesystem::create_directory(folder_))
            throw std::runtime_error("cannot make a scratch folder");
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

// Flips a bit; a second call undoes it.
inline void change_byte(const std::string& path, std::uintmax_t at) {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(at));
    const char byte = static_cast<char>(file.get());
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(byte ^ 1));
}
