// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/service.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace apportion::ctl {

namespace {

constexpr const char* kSelf = "/proc/self/exe";

bool sameBytes(const std::string& one, const std::string& other) {
    std::ifstream first(one, std::ios::binary);
    std::ifstream second(other, std::ios::binary);
    using Bytes = std::istreambuf_iterator<char>;
    return first && second && std::equal(Bytes(first), Bytes(), Bytes(second), Bytes());
}

}  // namespace

void notifyService(std::string_view state) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): this program never changes its environment.
    const char* const name = std::getenv("NOTIFY_SOCKET");
    sockaddr_un address{};
    if (name == nullptr || (name[0] != '/' && name[0] != '@') ||
        std::strlen(name) >= sizeof address.sun_path)
        return;
    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket < 0)
        return;
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, name, std::strlen(name));
    if (name[0] == '@')  // of the abstract namespace
        address.sun_path[0] = '\0';
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + std::strlen(name));
    // A manager that does not listen loses the state; the program goes on.
    [[maybe_unused]] const auto sent =
        ::sendto(socket, state.data(), state.size(), MSG_NOSIGNAL,
                 reinterpret_cast<const sockaddr*>(&address), length);
    ::close(socket);
}

ProgramFile::ProgramFile() {
    std::error_code failed;
    path_ = std::filesystem::read_symlink(kSelf, failed).string();
}

std::optional<std::string> ProgramFile::replaced() {
    struct stat own {};
    struct stat there {};
    if (path_.empty() || ::stat(kSelf, &own) != 0 || ::stat(path_.c_str(), &there) != 0 ||
        (own.st_dev == there.st_dev && own.st_ino == there.st_ino) || there.st_ino == same_)
        return {};
    // The same package again is no other version.
    if (own.st_size == there.st_size && sameBytes(kSelf, path_)) {
        same_ = there.st_ino;
        return {};
    }
    return std::exchange(path_, {});
}

}  // namespace apportion::ctl
