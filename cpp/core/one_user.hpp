// An object that only one thread at a time may use.
#pragma once

#include <atomic>
#include <stdexcept>

namespace babieca {

// A second user is refused and does not wait: it may be the first one, calling again from a
// progress report.
class OneUser {
  public:
    class Use {
      public:
        explicit Use(std::atomic_flag& busy) : busy_(busy) {
            if (busy_.test_and_set())
                throw std::runtime_error(
                    "this search is already running; use one search per thread");
        }
        ~Use() { busy_.clear(); }
        Use(const Use&) = delete;

      private:
        std::atomic_flag& busy_;
    };

    // The object is in use while the returned value lives.
    [[nodiscard]] Use use() { return Use(busy_); }

  private:
    std::atomic_flag busy_;
};

}  // namespace babieca
