// SPDX-License-Identifier: GPL-3.0-or-later
// The door of whoever runs the engine, for the same user alone: which command of the file may run.
// A socket in the pool's folder; one line of JSON there, one line back.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/model/problem.h"
#include "core/store/descriptor.h"

namespace apportion {

struct ApprovalRequest {
    std::string workload;
    std::string digest;  // of what the asker has seen (approvals.h)
};

class ApprovalSocket {
public:
    using Peer = std::function<std::optional<uid_t>(int socket)>;

    // Takes the place of one that a dead program left: who calls has the lease.
    // Errors: folder-not-safe, approval-socket.
    static Result<ApprovalSocket> listen(const std::string& folder, Peer peer);
    ApprovalSocket(ApprovalSocket&&) noexcept = default;
    ApprovalSocket& operator=(ApprovalSocket&&) = delete;
    ~ApprovalSocket();

    // Whoever has asked by now is answered; nobody is waited for. Another user's connection is
    // closed unheard.
    void serve(const std::function<Result<void>(const ApprovalRequest&)>& decide);
    // Readable when somebody asks, for poll().
    std::vector<int> descriptors() const;

private:
    struct Connection {
        store::Descriptor socket;
        std::string heard;
        int turns = 0;  // of serve() without a whole line
    };
    ApprovalSocket(std::string folder, store::Descriptor socket, Peer peer)
        : folder_(std::move(folder)), socket_(std::move(socket)), peer_(std::move(peer)) {}
    void accept();
    bool isOver(Connection& connection,
                const std::function<Result<void>(const ApprovalRequest&)>& decide) const;

    std::string folder_;
    store::Descriptor socket_;
    std::uint64_t inode_ = 0;  // of the socket in the folder
    Peer peer_;
    std::list<Connection> connections_;
};

// Asks the program that runs the engine, as the same user on the same machine, and waits up to ten
// seconds. Errors: approval-no-holder, approval-refused.
Result<void> askToApprove(const std::string& folder, const ApprovalRequest& request);

}  // namespace apportion
