// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/service.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace apportion::ctl {

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

}  // namespace apportion::ctl
