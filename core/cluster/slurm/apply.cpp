// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/apply.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "core/cluster/slurm/failure.h"
#include "core/io/output_file.h"

namespace apportion::slurm {

namespace {

constexpr int kLooks = 2;  // after a line

bool sameLines(const NativePlan& one, const NativePlan& two) {
    return std::equal(one.lines.begin(), one.lines.end(), two.lines.begin(), two.lines.end(),
                      [](const Line& a, const Line& b) { return a.words == b.words; });
}

bool isIn(const NativePlan& plan, const Line& line) {
    return std::any_of(plan.lines.begin(), plan.lines.end(),
                       [&](const Line& each) { return each.words == line.words; });
}

// Whether `rest` has only lines that stood behind the first one. One may have gone with it: an
// account without a list of its own has that of its parent.
bool isRest(const std::vector<Line>& all, const std::vector<Line>& rest) {
    auto from = all.begin() + 1;
    for (const Line& line : rest) {
        from = std::find_if(from, all.end(),
                            [&](const Line& each) { return each.words == line.words; });
        if (from == all.end())
            return false;
        ++from;
    }
    return true;
}

std::set<std::string> namesIn(const Line& line) {
    std::set<std::string> names;
    for (const Argument& each : line.note.arguments) {
        names.insert(each.value.text);
        names.insert(each.value.list.begin(), each.value.list.end());
    }
    return names;
}

// Whether our objects differ in what the line names alone. Lists of QOS are not looked at: they go
// down from an account to those below, and a QOS that is deleted leaves them.
bool changedOnlyBy(const Line& line, const Picture& before, const Picture& after) {
    const auto named = namesIn(line);
    std::map<std::string, std::string> was, is;
    for (auto [picture, states] : {std::pair(&before, &was), std::pair(&after, &is)}) {
        const Wanted ours = wantedAsIs(*picture);
        for (const WantedAccount& each : ours.accounts)
            if (!named.contains(each.name))
                (*states)["account " + each.name] = each.parent + ' ' +
                                                    std::to_string(each.gpus.value_or(-1)) + ' ' +
                                                    std::to_string(each.shares.value_or(-1));
        for (const WantedQos& each : ours.qos)
            if (!named.contains(each.name)) {
                std::string state;
                for (const std::int64_t number :
                     {each.priority, each.graceSeconds, each.exemptSeconds,
                      each.gpusPerUser.value_or(-1), each.jobs.value_or(-1)})
                    state.append(std::to_string(number)).append(" ");
                (*states)["qos " + each.name] = state;
            }
        for (const WantedUser& each : ours.users)
            if (!named.contains(each.account))
                (*states)["user " + each.user + ' ' + each.account];
    }
    return was == is;
}

}  // namespace

Result<void> keepRollback(const std::string& path, const NativePlan& undo) {
    if (undo.lines.empty()) {
        std::error_code none;
        std::filesystem::remove(path, none);
        return {};
    }
    std::string text = "#!/bin/sh\nfailed=0\n";
    for (const Line& each : undo.lines)
        text.append(guardText(each)).append(lineText(each)).append(" || failed=1\n");
    return writeOutput(path, text.append("exit $failed\n"));
}

Applied apply(const Wanted& wanted, const ApplyHands& hands) {
    Applied applied;
    auto picture = hands.read();
    if (!picture) {
        applied.stopped = std::move(picture.error());
        return applied;
    }
    const Wanted before = wantedAsIs(*picture, wanted.adopts);
    const Wanted aim = withUsedQos(wanted, *picture);
    std::vector<Line> done;
    const auto stop = [&](Problems problems) {
        applied.stopped = std::move(problems);
        if (picture && hands.keep)
            if (auto kept = hands.keep(planFor(before, *picture)); !kept)
                applied.stopped.insert(applied.stopped.end(), kept.error().begin(),
                                       kept.error().end());
        return applied;
    };
    applied.left = planFor(aim, *picture);
    if (applied.left.lines.empty())
        return applied;
    if (hands.shown != nullptr && !sameLines(*hands.shown, applied.left)) {
        applied.stopped = fail("cluster-changed").value();
        return applied;
    }
    if (hands.keep)
        if (auto kept = hands.keep(planFor(before, pictureWith(aim, *picture))); !kept) {
            applied.stopped = std::move(kept.error());
            return applied;
        }
    while (!applied.left.lines.empty()) {
        const Line line = applied.left.lines.front();
        const Picture was = std::move(*picture);
        // How it ends says little: what is there afterwards counts.
        const auto ran = hands.run(line.words);
        NativePlan next;
        bool same = false;
        // Accounting that is slow can leave columns empty: what is not as expected is read again.
        for (int look = 0; look < kLooks && !same; ++look) {
            picture = hands.read();
            if (!picture)
                return stop(std::move(picture.error()));
            next = planFor(aim, *picture);
            same = !isIn(next, line) && isRest(applied.left.lines, next.lines) &&
                   changedOnlyBy(line, was, *picture);
        }
        if (isIn(next, line)) {
            auto failed = fail("cluster-not-applied", {{"line", Value::ofText(lineText(line))}});
            applied.left = std::move(next);
            return stop(ran ? failed.value() : ran.error());
        }
        done.push_back(line);
        applied.done = done.size();
        if (hands.did)
            hands.did(line);
        applied.left = std::move(next);
        if (!same)
            return stop(fail("cluster-changed").value());
    }
    if (!hands.settle)
        return stop({});
    hands.settle();
    picture = hands.read();
    if (!picture)
        return stop(std::move(picture.error()));
    applied.left = planFor(aim, *picture);
    for (const Line& line : done)
        if (isIn(applied.left, line))
            return stop(fail("cluster-undone", {{"line", Value::ofText(lineText(line))}}).value());
    return stop({});
}

}  // namespace apportion::slurm
