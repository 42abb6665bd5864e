// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/carry_out.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/cluster/slurm/failure.h"

namespace apportion::slurm {

namespace {

constexpr int kMostLooks = 40;  // after a command, until its effect is seen
constexpr std::chrono::milliseconds kBetweenLooks{250};

}  // namespace

Result<Picture> readForVerb(Access& access, bool withAccounts) {
    Picture picture;
    for (const auto read : {readSettings, readWork, readAccounts})
        if (withAccounts || read != readAccounts)
            if (auto done = read(access, picture); !done)
                return tl::unexpected(std::move(done.error()));
    return picture;
}

Submitter submitterOf(const Access& access) {
    Submitter whose;
    if (!access.commands)
        return whose;
    const auto lineOf = [&](const std::vector<std::string>& words) {
        const auto printed = access.commands->run(words);
        return printed ? printed->substr(0, printed->find('\n')) : std::string();
    };
    whose.user = lineOf({"id", "-un"});
    if (isPlainName(whose.user))
        whose.account = lineOf({"sacctmgr", "-nP", "show", "user", "where", "name=" + whose.user,
                                "format=defaultaccount"});
    return whose;
}

Result<Picture> seenAfter(Access& access, const Picture& before,
                          const std::function<bool(const Picture&)>& left) {
    Picture after = before;
    for (int look = 0; look < kMostLooks; ++look) {
        if (look > 0)
            std::this_thread::sleep_for(kBetweenLooks);
        if (auto read = readWork(access, after); !read)
            return tl::unexpected(std::move(read.error()));
        if (!left(after))
            break;
    }
    return after;
}

Result<Picture> carryOut(Access& access, const VerbRequest& request, const Picture& before,
                         const Line& line) {
    const auto ran = access.commands->run(line.words);
    // How it ends says little: what is there afterwards counts.
    std::vector<std::string> left = request.targets;
    auto after = seenAfter(access, before, [&](const Picture& picture) {
        left = withoutEffect(request, before, picture);
        return ran && !left.empty();
    });
    if (!after || left.empty())
        return after;
    if (!ran)
        return tl::unexpected(ran.error());
    return fail("cluster-no-effect", {{"names", Value::ofList(left)}});
}

const ClusterJob* Submitted::job() const {
    const auto found = std::find_if(after.jobs.begin(), after.jobs.end(),
                                    [&](const ClusterJob& each) { return each.id == id; });
    return found == after.jobs.end() ? nullptr : &*found;
}

Result<Submitted> submit(Access& access, const Submission& submission, const Picture& before,
                         const Line& line) {
    const auto ran = access.commands->submit(line.words, submission.script);
    if (!ran)
        return tl::unexpected(ran.error());
    auto id = submittedId(*ran);
    if (!id)
        return tl::unexpected(std::move(id.error()));
    auto after = seenAfter(access, before, [&](const Picture& picture) {
        return std::none_of(picture.jobs.begin(), picture.jobs.end(),
                            [&](const ClusterJob& each) { return each.id == *id; });
    });
    if (!after)
        return tl::unexpected(std::move(after.error()));
    return Submitted{std::move(*id), std::move(*after)};
}

}  // namespace apportion::slurm
