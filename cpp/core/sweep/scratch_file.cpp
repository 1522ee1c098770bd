#include "core/sweep/scratch_file.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace babieca::sweep {

ScratchFile::ScratchFile(std::string directory, std::uint64_t budget)
    : directory_(std::move(directory)), ranges_(std::size_t{1} << 62), budget_(budget) {
    file_ = system::File::nameless(directory_);
    if (!file_.is_open()) files::failed("write in", directory_);
}

ScratchFile::Place ScratchFile::write(const void* data, std::size_t bytes) {
    Place place;
    {
        const std::lock_guard lock(mutex_);
        place.begin = *ranges_.take(rounded(bytes));
        const std::uint64_t end = place.begin + rounded(bytes);
        if (end > budget_ && end_ <= budget_)
            for (const auto& [begin, size] : ranges_.free())
                if (begin < end) file_.drop(begin, std::min<std::uint64_t>(size, end - begin));
        end_ = std::max(end_, end);
        used_ += rounded(bytes);
        peak_ = std::max(peak_, used_);
    }
    place.sum = files::checksum(data, bytes);
    files::put(file_, directory_, data, bytes, place.begin);
    return place;
}

void ScratchFile::read(const Place& place, void* data, std::size_t bytes) const {
    if (files::get(file_, directory_, data, bytes, place.begin) != bytes ||
        files::checksum(data, bytes) != place.sum)
        throw files::FileError("what was written in " + directory_ + " did not come back the same");
}

void ScratchFile::expect(const Place& place, std::size_t bytes) const {
    file_.expect(place.begin, bytes);
}

void ScratchFile::give(const Place& place, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (end_ > budget_) file_.drop(place.begin, rounded(bytes));
    ranges_.give(place.begin, rounded(bytes));
    used_ -= rounded(bytes);
}

std::uint64_t ScratchFile::free_bytes() const {
    std::error_code failed;
    const auto space = std::filesystem::space(system::native(directory_), failed);
    return failed ? 0 : space.available;
}

}  // namespace babieca::sweep
