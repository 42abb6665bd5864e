// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/approval_socket.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/change/refuse.h"
#include "core/cluster/local/keeper/private_folder.h"

namespace apportion {

namespace {

using Json = nlohmann::json;
using store::Descriptor;

constexpr std::size_t kLongest = 10'000;  // of a request or answer
constexpr int kPatience = 10'000;         // ms

std::string socketPath(const std::string& folder) {
    return folder + "/socket";
}

// An address has room for some hundred characters and folders may be longer: it goes by the open
// folder.
sockaddr_un addressIn(const Descriptor& folder) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = "/proc/self/fd/" + std::to_string(folder.get()) + "/socket";
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    return address;
}

Descriptor openFolder(const std::string& folder) {
    return Descriptor(open(folder.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

tl::unexpected<Problems> socketFailed(const std::string& folder) {
    return refuse("approval-socket",
                  {textArgument("name", socketPath(folder)),
                   textArgument("detail", std::generic_category().message(errno))});
}

// Nothing if it is no request.
std::optional<ApprovalRequest> requestFrom(const std::string& line) {
    const Json value = Json::parse(line, nullptr, false);
    if (!value.is_object())
        return {};
    const auto text = [&](const char* key) {
        const auto found = value.find(key);
        return found != value.end() && found->is_string() ? found->get<std::string>()
                                                          : std::string();
    };
    ApprovalRequest request{text("approve"), text("digest")};
    return request.workload.empty() ? std::nullopt : std::optional(std::move(request));
}

std::string sentenceOf(const Result<void>& decided) {
    std::string why = decided ? std::string() : render(decided.error().front().message);
    if (!why.empty() && why.back() == '.')
        why.pop_back();
    return why;
}

// Why not, without a full stop; empty = it is done.
void answer(int socket, const std::string& why) {
    Json value{{"done", why.empty()}};
    if (!why.empty())
        value["why"] = why;
    const std::string line = value.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    // Short enough for the socket's buffer; whoever has gone meanwhile is not missed.
    (void)send(socket, line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace

Result<ApprovalSocket> ApprovalSocket::listen(const std::string& folder, Peer peer) {
    if (auto made = makePrivateFolder(folder); !made)
        return tl::unexpected(std::move(made.error()));
    const Descriptor place = openFolder(folder);
    Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!place || !socket)
        return socketFailed(folder);
    unlink(socketPath(folder).c_str());
    const sockaddr_un address = addressIn(place);
    constexpr int kWaiting = 32;
    if (bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        chmod(socketPath(folder).c_str(), 0600) != 0 || ::listen(socket.get(), kWaiting) != 0)
        return socketFailed(folder);
    struct stat at {};
    if (lstat(socketPath(folder).c_str(), &at) != 0)
        return socketFailed(folder);
    ApprovalSocket made(folder, std::move(socket), std::move(peer));
    made.inode_ = at.st_ino;
    return made;
}

// Who took the pool over has a door of his own at the same place.
ApprovalSocket::~ApprovalSocket() {
    struct stat at {};
    const std::string path = socketPath(folder_);
    if (socket_ && lstat(path.c_str(), &at) == 0 && at.st_ino == inode_)
        unlink(path.c_str());
}

void ApprovalSocket::accept() {
    for (;;) {
        Descriptor socket(accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!socket)
            return;
        if (peer_(socket.get()) != std::optional(geteuid()))
            answer(socket.get(), "you are another user");
        else
            connections_.push_back({std::move(socket), {}, 0});
    }
}

bool ApprovalSocket::isOver(
    Connection& connection,
    const std::function<Result<void>(const ApprovalRequest&)>& decide) const {
    constexpr int kMostTurns = 50;
    std::array<char, 1024> part{};
    for (;;) {
        const ssize_t got = recv(connection.socket.get(), part.data(), part.size(), 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno != EAGAIN || ++connection.turns > kMostTurns;
        connection.heard.append(part.data(), static_cast<std::size_t>(got));
        if (const auto end = connection.heard.find('\n'); end != std::string::npos) {
            const auto request = requestFrom(connection.heard.substr(0, end));
            answer(connection.socket.get(),
                   request ? sentenceOf(decide(*request)) : "that is no request");
            return true;
        }
        if (got == 0 || connection.heard.size() > kLongest)
            return true;
    }
}

void ApprovalSocket::serve(const std::function<Result<void>(const ApprovalRequest&)>& decide) {
    accept();
    connections_.remove_if([&](Connection& each) { return isOver(each, decide); });
}

std::vector<int> ApprovalSocket::descriptors() const {
    std::vector<int> all{socket_.get()};
    all.reserve(connections_.size() + 1);
    for (const Connection& each : connections_)
        all.push_back(each.socket.get());
    return all;
}

Result<void> askToApprove(const std::string& folder, const ApprovalRequest& request) {
    const auto nobody = [&] {
        return refuse("approval-no-holder", {textArgument("workload", request.workload)});
    };
    const Descriptor place = openFolder(folder);
    const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!place || !socket)
        return nobody();
    const sockaddr_un address = addressIn(place);
    if (connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return nobody();
    const std::string line = Json{{"approve", request.workload}, {"digest", request.digest}}.dump(
                                 -1, ' ', false, Json::error_handler_t::replace) +
                             "\n";
    // Whoever is not heard is told so without being listened to: the answer counts.
    (void)send(socket.get(), line.data(), line.size(), MSG_NOSIGNAL);
    std::string heard;
    std::array<char, 1024> part{};
    while (heard.find('\n') == std::string::npos && heard.size() < kLongest) {
        pollfd wait{socket.get(), POLLIN, 0};
        if (poll(&wait, 1, kPatience) <= 0)
            return nobody();
        const ssize_t got = recv(socket.get(), part.data(), part.size(), 0);
        if (got <= 0)
            return nobody();
        heard.append(part.data(), static_cast<std::size_t>(got));
    }
    const Json told = Json::parse(heard, nullptr, false);
    if (told.is_object() && told.value("done", false))
        return {};
    return refuse(
        "approval-refused",
        {textArgument("detail", told.is_object() ? told.value("why", std::string()) : "")});
}

}  // namespace apportion
