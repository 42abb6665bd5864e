// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/local/ask_approval.h"

#include <chrono>
#include <thread>

#include "core/access/access.h"
#include "core/change/approval_digest.h"
#include "core/change/command_request.h"
#include "core/change/refuse.h"
#include "core/cluster/local/approval_socket.h"
#include "core/cluster/local/approvals.h"
#include "core/cluster/local/pool_folder.h"
#include "core/session/project/desk.h"

namespace apportion {

Result<ApprovalAsked> approvalOf(ProjectDesk& desk, const std::string& workload) {
    auto project = desk.project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    const ProjectWorkload* work = Roster(**project).work(desk.who(), workload);
    if (work == nullptr)
        return noSuchWork(**project, desk.who(), workload);
    const Workload& spec = work->spec;
    if (auto refusal = Roster(**project).refusal(desk.who(), Right::endWorkload,
                                                 {spec.quota, spec.workspace, spec.user}))
        return refuse(std::move(*refusal));
    if (!work->command)
        return refuse("approval-none", {textArgument("workload", workload)});
    const auto lease = desk.file().lease(desk.clock().steady());
    const bool live = lease && *lease && store::isLive(**lease, desk.now());
    return ApprovalAsked{
        workload,      spec.user,       *work->command,       spec.request.gpu,
        spec.replicas, digestOf(*work), work->run.approvedBy, live ? (*lease)->who : std::string{}};
}

Result<void> approveThere(ProjectDesk& desk, const std::string& workload,
                          const std::string& digest) {
    constexpr int kTries = 10;
    constexpr auto kPause = std::chrono::milliseconds(200);
    auto folder = poolFolder(desk.file());
    if (!folder)
        return tl::unexpected(std::move(folder.error()));
    // Whoever runs the engine opens its door when the first command comes.
    for (int i = 0;; ++i) {
        auto asked = askToApprove(*folder, {workload, digest});
        if (asked || asked.error().front().message.code != "approval-no-holder")
            return asked;
        const auto lease = desk.file().lease(desk.clock().steady());
        if (i == kTries || !lease || !*lease || !store::isLive(**lease, desk.now()) ||
            (*lease)->who != desk.who())
            return asked;
        std::this_thread::sleep_for(kPause);
    }
}

bool approvesThere(ProjectDesk& desk) {
    const auto holder = desk.holder();
    return holder && *holder && (*holder)->who == desk.who() &&
           (*holder)->holder.machine == store::thisProcess().machine;
}

void approveSubmitted(ProjectDesk& desk, CommandAnswer& answer) {
    auto project = desk.project();
    if (!project || !answer.entry)
        return;
    const ProjectWorkload* work = findWork(**project, answer.entry->subject);
    if (work == nullptr || !work->needsApproval())
        return;
    const std::string name = work->spec.name;
    if (approveThere(desk, name, digestOf(*work)))
        return;
    Problem problem;
    problem.warning = true;
    problem.message = {"needs-approval", {textArgument("workload", name)}};
    answer.notes.push_back(std::move(problem));
}

}  // namespace apportion
