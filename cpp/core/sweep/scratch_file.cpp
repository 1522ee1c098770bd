#include "core/sweep/scratch_file.hpp"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace babieca::sweep {

ScratchFile::ScratchFile(std::string directory, std::uint64_t budget)
    : directory_(std::move(directory)), ranges_(std::size_t{1} << 62), budget_(budget) {
    open_nameless();
}

void ScratchFile::open_nameless() {
#ifdef O_TMPFILE
    file_ = files::Descriptor(open(directory_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (file_.number() >= 0) return;
#endif
    std::string name = directory_ + "/babieca-XXXXXX";
    file_ = files::Descriptor(mkostemp(name.data(), O_CLOEXEC));
    if (file_.number() < 0) files::failed("write in", directory_);
    unlink(name.c_str());
}

ScratchFile::Place ScratchFile::write(const void* data, std::size_t bytes) {
    Place place;
    {
        const std::lock_guard lock(mutex_);
        place.begin = *ranges_.take(rounded(bytes));
        const std::uint64_t end = place.begin + rounded(bytes);
        if (end > budget_ && end_ <= budget_)
            for (const auto& [begin, size] : ranges_.free())
                if (begin < end) punch(begin, std::min<std::uint64_t>(size, end - begin));
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
#ifdef POSIX_FADV_WILLNEED
    posix_fadvise(file_.number(), static_cast<off_t>(place.begin), static_cast<off_t>(bytes),
                  POSIX_FADV_WILLNEED);
#else
    static_cast<void>(place), static_cast<void>(bytes);
#endif
}

void ScratchFile::give(const Place& place, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (end_ > budget_) punch(place.begin, rounded(bytes));
    ranges_.give(place.begin, rounded(bytes));
    used_ -= rounded(bytes);
}

// Where the file system cannot do it, gaps cost room.
void ScratchFile::punch(std::uint64_t begin, std::uint64_t size) const {
#ifdef FALLOC_FL_PUNCH_HOLE
    static_cast<void>(fallocate(file_.number(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                static_cast<off_t>(begin), static_cast<off_t>(size)));
#else
    static_cast<void>(begin), static_cast<void>(size);
#endif
}

std::uint64_t ScratchFile::free_bytes() const {
    struct statvfs info{};
    if (fstatvfs(file_.number(), &info) != 0) return 0;
    return static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize;
}

}  // namespace babieca::sweep
