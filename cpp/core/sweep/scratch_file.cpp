#include "core/sweep/scratch_file.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace babieca::sweep {

ScratchFile::ScratchFile(std::string directory, std::uint64_t budget, const std::string& name,
                         const std::vector<Range>& held)
    : directory_(std::move(directory)), ranges_(std::uint64_t{1} << 62), budget_(budget) {
    if (!name.empty()) path_ = directory_ + "/" + name;
    if (held.empty())
        open_new();
    else
        open_again(held);
}

ScratchFile::~ScratchFile() {
    if (path_.empty()) return;
    if (held_.empty())
        system::remove(path_);
    else
        drop_all_but_held();
}

void ScratchFile::open_new() {
    if (path_.empty()) {
        file_ = system::File::nameless(directory_);
    } else {
        system::remove(path_);  // of a checkpoint that no longer exists
        file_ = system::File::created(path_);
    }
    if (!file_.is_open()) files::failed("write in", directory_);
}

void ScratchFile::open_again(const std::vector<Range>& held) {
    file_ = system::File::to_change(path_);
    if (!file_.is_open())
        throw files::FileError("layers of the checkpoint are not in " + directory_ +
                               "; give the same scratch, or delete the checkpoint to start again");
    for (const auto& [place, bytes] : held) {
        if (!ranges_.take_at(place.begin, rounded(bytes)))
            throw files::FileError("the checkpoint of " + path_ + " is damaged; delete it");
        held_[place.begin] = rounded(bytes);
        end_ = std::max(end_, place.begin + rounded(bytes));
        used_ += rounded(bytes);
    }
    peak_ = used_;
    // A killed process may have written more after its checkpoint.
    if (const auto facts = file_.facts()) end_ = std::max(end_, facts->size);
    drop_all_but_held();
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
    if (files::get(file_, directory_, data, bytes, place.begin) == bytes &&
        files::checksum(data, bytes) == place.sum)
        return;
    if (path_.empty())
        throw files::FileError("a segment in " + directory_ +
                               " is damaged; check the disk, or use another scratch");
    throw files::FileError(path_ + " is damaged; delete the checkpoint to start again");
}

void ScratchFile::expect(const Place& place, std::size_t bytes) const {
    file_.expect(place.begin, bytes);
}

void ScratchFile::give(const Place& place, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (held_.contains(place.begin))
        waiting_.push_back(place.begin);
    else
        give_back(place.begin, rounded(bytes));
}

void ScratchFile::give_back(std::uint64_t begin, std::uint64_t size) {
    if (end_ > budget_) file_.drop(begin, size);
    ranges_.give(begin, size);
    used_ -= size;
}

void ScratchFile::sync() const {
    if (!file_.sync()) files::failed("write in", directory_);
    system::sync_folder(system::native(directory_));
}

void ScratchFile::hold(const std::vector<Range>& ranges) {
    const std::lock_guard lock(mutex_);
    for (std::uint64_t begin : waiting_) give_back(begin, held_.at(begin));
    waiting_.clear();
    held_.clear();
    for (const auto& [place, bytes] : ranges) held_[place.begin] = rounded(bytes);
}

void ScratchFile::drop_all_but_held() const {
    std::uint64_t at = 0;
    for (const auto& [begin, size] : held_) {
        if (begin > at) file_.drop(at, begin - at);
        at = begin + size;
    }
    if (end_ > at) file_.drop(at, end_ - at);
}

std::uint64_t ScratchFile::free_bytes() const {
    std::error_code failed;
    const auto space = std::filesystem::space(system::native(directory_), failed);
    return failed ? 0 : space.available;
}

}  // namespace babieca::sweep
