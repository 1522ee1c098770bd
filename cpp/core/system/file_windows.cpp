#define NOMINMAX
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <algorithm>
#include <random>
#include <string>
#include <system_error>

#include "core/system/file.hpp"

namespace babieca::system {
namespace {

HANDLE handle_of(std::intptr_t handle) {
    return reinterpret_cast<HANDLE>(handle);
}

std::intptr_t opened(const std::string& path, DWORD access, DWORD how) {
    constexpr DWORD everybody = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    constexpr DWORD even_folders = FILE_FLAG_BACKUP_SEMANTICS;
    return reinterpret_cast<std::intptr_t>(
        CreateFileW(native(path).c_str(), access, everybody, nullptr, how, even_folders, nullptr));
}

OVERLAPPED at(std::uint64_t offset) {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32);
    return place;
}

// A lock on Windows denies access to the bytes, so it is on a byte beyond every file.
bool locked(std::intptr_t handle, DWORD how) {
    OVERLAPPED place = at(std::uint64_t{1} << 62);
    return LockFileEx(handle_of(handle), LOCKFILE_EXCLUSIVE_LOCK | how, 0, 1, 0, &place);
}

constexpr std::size_t most_at_once = std::size_t{1} << 30;  // a DWORD holds no more than 4 GiB

}  // namespace

File::~File() {
    if (is_open()) CloseHandle(handle_of(handle_));
}

File File::to_read(const std::string& path) {
    return File(opened(path, GENERIC_READ, OPEN_EXISTING));
}

File File::created(const std::string& path) {
    return File(opened(path, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW));
}

File File::to_change(const std::string& path) {
    return File(opened(path, GENERIC_READ | GENERIC_WRITE | DELETE, OPEN_EXISTING));
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

std::optional<std::size_t> File::read_part(void* data, std::size_t bytes,
                                           std::uint64_t offset) const {
    OVERLAPPED place = at(offset);
    DWORD part = 0;
    if (!ReadFile(handle_of(handle_), data, static_cast<DWORD>(std::min(bytes, most_at_once)),
                  &part, &place) &&
        GetLastError() != ERROR_HANDLE_EOF)
        return {};
    return part;
}

std::optional<std::size_t> File::write_part(const void* data, std::size_t bytes,
                                            std::uint64_t offset) const {
    OVERLAPPED place = at(offset);
    DWORD part = 0;
    if (!WriteFile(handle_of(handle_), data, static_cast<DWORD>(std::min(bytes, most_at_once)),
                   &part, &place))
        return {};
    return part;
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

}  // namespace babieca::system
