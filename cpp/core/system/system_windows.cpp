#define NOMINMAX
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <random>
#include <system_error>

#include "core/system/system.hpp"

namespace babieca::system {
namespace {

HANDLE handle_of(std::intptr_t handle) {
    return reinterpret_cast<HANDLE>(handle);
}

OVERLAPPED at(std::uint64_t offset) {
    OVERLAPPED position{};
    position.Offset = static_cast<DWORD>(offset);
    position.OffsetHigh = static_cast<DWORD>(offset >> 32);
    return position;
}

// A lock on Windows denies access to the bytes, so it is on a byte beyond every file.
bool locked(std::intptr_t handle, DWORD how) {
    OVERLAPPED position = at(std::uint64_t{1} << 62);
    return LockFileEx(handle_of(handle), LOCKFILE_EXCLUSIVE_LOCK | how, 0, 1, 0, &position);
}

// Calls call(done, most, &part, &position), which handles one more part of at most `most` bytes,
// until all are done or the file ends.
template <typename Call>
std::optional<std::size_t> repeated(std::size_t bytes, std::uint64_t offset, Call&& call) {
    constexpr std::size_t most_at_once = std::size_t{1} << 30;  // a DWORD holds less than 4 GiB
    std::size_t done = 0;
    for (DWORD part = 1; done < bytes && part != 0; done += part) {
        OVERLAPPED position = at(offset + done);
        part = 0;
        if (!call(done, static_cast<DWORD>(std::min(bytes - done, most_at_once)), &part, &position))
            return {};
    }
    return done;
}

void* allocated(std::size_t bytes, DWORD how, void* memory = nullptr) {
    memory = VirtualAlloc(memory, bytes, how, PAGE_READWRITE);
    if (!memory) throw std::bad_alloc();
    return memory;
}

}  // namespace

File::~File() {
    if (is_open()) CloseHandle(handle_of(handle_));
}

File::File(const std::string& path, Mode mode) {
    constexpr DWORD all_sharing = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    constexpr DWORD folders_too = FILE_FLAG_BACKUP_SEMANTICS;
    const DWORD access = GENERIC_READ | (mode == Mode::read ? 0 : GENERIC_WRITE | DELETE);
    const DWORD how = mode == Mode::create ? CREATE_NEW : OPEN_EXISTING;
    handle_ = reinterpret_cast<std::intptr_t>(
        CreateFileW(native(path).c_str(), access, all_sharing, nullptr, how, folders_too, nullptr));
}

File File::nameless(const std::string& folder) {
    const std::string name = folder + "/babieca-" + std::to_string(GetCurrentProcessId()) + "-" +
                             std::to_string(std::random_device{}());
    return File(reinterpret_cast<std::intptr_t>(
        CreateFileW(native(name).c_str(), GENERIC_READ | GENERIC_WRITE, 0, nullptr, CREATE_NEW,
                    FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr)));
}

std::optional<File::Facts> File::facts() const {
    FILE_STANDARD_INFO info{};
    if (!GetFileInformationByHandleEx(handle_of(handle_), FileStandardInfo, &info, sizeof info))
        return {};
    return Facts{!info.Directory, info.NumberOfLinks > 0 && !info.DeletePending,
                 static_cast<std::uint64_t>(info.EndOfFile.QuadPart)};
}

void File::lock() const {
    locked(handle_, 0);
}

bool File::try_lock() const {
    return locked(handle_, LOCKFILE_FAIL_IMMEDIATELY);
}

std::optional<std::size_t> File::read(void* data, std::size_t bytes, std::uint64_t offset) const {
    return repeated(bytes, offset,
                    [&](std::size_t done, DWORD most, DWORD* part, OVERLAPPED* position) {
                        return ReadFile(handle_of(handle_), static_cast<char*>(data) + done, most,
                                        part, position) ||
                               GetLastError() == ERROR_HANDLE_EOF;
                    });
}

bool File::write(const void* data, std::size_t bytes, std::uint64_t offset) const {
    return repeated(bytes, offset,
                    [&](std::size_t done, DWORD most, DWORD* part, OVERLAPPED* position) {
                        return WriteFile(handle_of(handle_), static_cast<const char*>(data) + done,
                                         most, part, position);
                    }) == bytes;
}

bool File::sync() const {
    return FlushFileBuffers(handle_of(handle_));
}

void File::expect(std::uint64_t, std::uint64_t) const {}

void File::drop(std::uint64_t, std::uint64_t) const {}

const unsigned char* File::map(std::size_t bytes) const {
    HANDLE mapping = CreateFileMappingW(handle_of(handle_), nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (!mapping) return nullptr;
    const void* memory = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, bytes);
    CloseHandle(mapping);  // the view keeps the mapping
    return static_cast<const unsigned char*>(memory);
}

void File::unmap(const unsigned char* memory, std::size_t) {
    UnmapViewOfFile(memory);
}

// Unlocking pages that are not locked removes them from the working set.
void File::forget_pages(const unsigned char* memory, std::size_t bytes) {
    VirtualUnlock(const_cast<unsigned char*>(memory), bytes);
}

bool rename(const std::string& from, const std::string& to) {
    return MoveFileExW(native(from).c_str(), native(to).c_str(),
                       MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
}

void sync_folder(const std::filesystem::path&) {}  // see MOVEFILE_WRITE_THROUGH in rename()

std::string last_error() {
    return std::system_category().message(static_cast<int>(GetLastError()));
}

std::uint64_t process_number() {
    return GetCurrentProcessId();
}

const std::size_t page_size = 4096;

void* reserve_pages(std::size_t bytes) {
    return allocated(bytes, MEM_RESERVE);
}

void* take_pages(std::size_t bytes) {
    return allocated(bytes, MEM_RESERVE | MEM_COMMIT);
}

void release_pages(void* memory, std::size_t) {
    VirtualFree(memory, 0, MEM_RELEASE);
}

void use_pages(void* memory, std::size_t bytes) {
    allocated(bytes, MEM_COMMIT, memory);
}

void drop_pages(void* memory, std::size_t bytes) {
    VirtualFree(memory, bytes, MEM_DECOMMIT);
}

void return_free_memory() {}

}  // namespace babieca::system
