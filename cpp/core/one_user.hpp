// An object that several threads can reach but only one may use at a time.
#pragma once

#include <atomic>
#include <stdexcept>

namespace babieca {

// Refuses a second user instead of making it wait: it may be the first one, calling again from a
// report of progress, and would wait for itself.
class OneUser {
  public:
    class Use {
      public:
        explicit Use(std::atomic_flag& busy) : busy_(busy) {
            if (busy_.test_and_set())
                throw std::runtime_error(
                    "this search is at work already; let each thread have its own");
        }
        ~Use() { busy_.clear(); }
        Use(const Use&) = delete;

      private:
        std::atomic_flag& busy_;
    };

    // The object is in use for as long as the value returned lives.
    [[nodiscard]] Use use() { return Use(busy_); }

  private:
    std::atomic_flag busy_;
};

}  // namespace babieca
