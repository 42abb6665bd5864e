// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/answers.h"

#include "core/cluster/slurm/accounts.h"
#include "core/io/answers/parts.h"
#include "core/model/date_text.h"
#include "core/model/told.h"

namespace apportion::slurm {

namespace {

using json::Layout;
using json::Writer;

void text(Writer& out, std::string_view key, std::string_view value) {
    out.key(key);
    out.text(value);
}

void whole(Writer& out, std::string_view key, std::int64_t value) {
    out.key(key);
    out.whole(value);
}

void wholeOrNull(Writer& out, std::string_view key, const std::optional<std::int64_t>& value) {
    out.key(key);
    if (value)
        out.whole(*value);
    else
        out.null();
}

void momentOrNull(Writer& out, std::string_view key, std::int64_t unixSeconds) {
    out.key(key);
    if (unixSeconds > 0)
        out.text(dateText(unixSeconds * kSecond));
    else
        out.null();
}

void texts(Writer& out, std::string_view key, const std::vector<std::string>& list) {
    json::writeList(out, key, list, [&](const std::string& each) { out.text(each); });
}

const char* stateText(Fact::State state) {
    switch (state) {
        case Fact::State::good:
            return "good";
        case Fact::State::warning:
            return "warning";
        case Fact::State::error:
            break;
    }
    return "error";
}

const char* dangerText(Line::Danger danger) {
    switch (danger) {
        case Line::Danger::none:
            return "none";
        case Line::Danger::limits:
            return "limits";
        case Line::Danger::removes:
            return "removes";
        case Line::Danger::ends:
            break;
    }
    return "ends";
}

const char* groupText(Fact::Group group) {
    switch (group) {
        case Fact::Group::reach:
            return "reach";
        case Fact::Group::you:
            return "you";
        case Fact::Group::scheduling:
            break;
    }
    return "scheduling";
}

const char* accountsByText(Picture::AccountsBy by) {
    switch (by) {
        case Picture::AccountsBy::accounting:
            return "accounting";
        case Picture::AccountsBy::controller:
            return "controller";
        case Picture::AccountsBy::jobs:
            break;
    }
    return "jobs";
}

void lineKeys(Writer& out, const Line& each) {
    text(out, "command", lineText(each));
    texts(out, "words", each.words);
    text(out, "danger", dangerText(each.danger));
    out.key("note");
    answers::message(out, each.note);
}

void job(Writer& out, const ClusterJob& each, const Accounts& accounts, const Picture& picture) {
    out.beginObject();
    text(out, "id", each.id);
    text(out, "name", each.name);
    text(out, "state", each.state);
    text(out, "account", each.account);
    text(out, "user", each.user);
    text(out, "qos", each.qos);
    text(out, "partition", each.partition);
    whole(out, "gpu", each.gpus);
    whole(out, "tasks", each.tasks);
    whole(out, "nodeCount", each.nodeCount);
    text(out, "nodes", each.nodes);
    whole(out, "priority", each.priority);
    momentOrNull(out, "submitted", each.submitted);
    momentOrNull(out, "started", each.started);
    wholeOrNull(out, "limitSeconds", each.limitSeconds);
    if (each.isPending()) {
        text(out, "slurmReason", each.reason);
        out.key("reason");
        answers::message(out, waitOf(each, accounts, picture));
    }
    out.endObject();
}

}  // namespace

void writeConnections(std::ostream& stream, const std::vector<Connection>& connections) {
    Writer out(stream);
    answers::beginAnswer(out);
    json::writeList(
        out, "clusters", connections,
        [&](const Connection& each) {
            out.beginObject();
            text(out, "name", each.name);
            text(out, "place", placeText(each));
            text(out, "user", each.user);
            text(out, "tokenFile", each.tokenFile);
            out.endObject();
        },
        Layout::lines);
    out.endObject();
    out.finish();
}

void writeCheck(std::ostream& stream, const Checked& checked) {
    Writer out(stream);
    answers::beginAnswer(out);
    text(out, "place", checked.place);
    text(out, "cluster", checked.cluster);
    out.key("good");
    out.flag(!checked.hasErrors());
    text(out, "reads", checked.reads);
    text(out, "writes", checked.writes);
    json::writeList(
        out, "facts", checked.facts,
        [&](const Fact& each) {
            out.beginObject();
            text(out, "group", groupText(each.group));
            text(out, "name", each.name);
            text(out, "state", stateText(each.state));
            text(out, "found", each.found);
            answers::secondsOrNull(out, "took", each.took);
            out.key("means");
            answers::message(out, each.means);
            text(out, "remedy", toldRemedy(each.means));
            out.endObject();
        },
        Layout::lines);
    out.endObject();
    out.finish();
}

void writePicture(std::ostream& stream, const Picture& picture,
                  const std::vector<Message>& notRepresented) {
    const Accounts accounts(picture);
    Writer out(stream);
    answers::beginAnswer(out);
    text(out, "cluster", picture.cluster);
    momentOrNull(out, "asOf", picture.asOf);
    text(out, "jobsBy", picture.jobsBy);
    text(out, "restBy", picture.restBy);
    text(out, "accountsBy", accountsByText(picture.accountsBy));
    out.key("missing");
    if (const auto missing = missingOf(picture))
        answers::message(out, *missing);
    else
        out.null();
    whole(out, "freeGpu", freeGpus(picture));
    json::writeList(
        out, "nodes", picture.nodes,
        [&](const ClusterNode& each) {
            out.beginObject();
            text(out, "name", each.name);
            whole(out, "gpu", each.gpus);
            whole(out, "gpuUsed", each.gpusUsed);
            text(out, "gpuType", each.gpuType);
            texts(out, "states", each.states);
            text(out, "reason", each.reason);
            texts(out, "partitions", each.partitions);
            out.endObject();
        },
        Layout::lines);
    json::writeList(
        out, "accounts", accounts.inOrder(),
        [&](const Account& each) {
            out.beginObject();
            text(out, "name", each.name);
            text(out, "parent", each.parent);
            wholeOrNull(out, "limitGpu", each.limit);
            wholeOrNull(out, "gpuMinutes", each.gpuMinutes);
            wholeOrNull(out, "gpuMinutesUsed", each.gpuMinutesUsed);
            whole(out, "shares", each.shares);
            whole(out, "runningGpu", each.running);
            whole(out, "runningDirectGpu", each.runningDirect);
            whole(out, "pendingGpu", each.pending);
            whole(out, "pendingJobs", each.pendingJobs);
            out.endObject();
        },
        Layout::lines);
    json::writeList(
        out, "qos", picture.qos,
        [&](const Qos& each) {
            out.beginObject();
            text(out, "name", each.name);
            whole(out, "priority", each.priority);
            texts(out, "preempts", each.preempts);
            text(out, "preemptMode", each.preemptMode);
            wholeOrNull(out, "limitGpu", each.grpGpus);
            wholeOrNull(out, "limitGpuPerUser", each.maxGpusPerUser);
            wholeOrNull(out, "limitJobs", each.grpJobs);
            whole(out, "graceSeconds", each.graceSeconds);
            wholeOrNull(out, "exemptSeconds", each.exemptSeconds);
            out.endObject();
        },
        Layout::lines);
    json::writeList(
        out, "jobs", picture.jobs,
        [&](const ClusterJob& each) { job(out, each, accounts, picture); }, Layout::lines);
    json::writeList(
        out, "notRepresented", notRepresented,
        [&](const Message& each) { answers::message(out, each); }, Layout::lines);
    out.endObject();
    out.finish();
}

void writePlan(std::ostream& stream, const NativePlan& plan, const std::vector<Judged>& judged,
               const Imitated& next) {
    Writer out(stream);
    answers::beginAnswer(out);
    json::writeList(
        out, "capabilities", judged,
        [&](const Judged& each) {
            out.beginObject();
            text(out, "key", each.capability->key);
            text(out, "verdict", verdictText(each.capability->verdict));
            text(out, "construct", each.capability->construct);
            texts(out, "quotas", each.quotas);
            out.key("differs");
            answers::message(out, {std::string(each.capability->code), {}});
            out.endObject();
        },
        Layout::lines);
    const Recommended recommended = recommendedFor(judged);
    out.key("recommended");
    out.beginObject();
    text(out, "mode", recommended.drive ? "drive" : "map");
    out.key("why");
    answers::message(out, recommended.why);
    out.endObject();
    json::writeList(
        out, "lines", plan.lines,
        [&](const Line& each) {
            out.beginObject();
            lineKeys(out, each);
            out.endObject();
        },
        Layout::lines);
    json::writeList(
        out, "refused", plan.refused, [&](const Message& each) { answers::message(out, each); },
        Layout::lines);
    out.key("dryRun");
    out.beginObject();
    out.key("imitates");
    answers::message(out, next.mark);
    json::writeList(out, "starts", next.starts, [&](const Imitated::Start& each) {
        out.beginObject();
        text(out, "job", each.job);
        texts(out, "nodes", each.nodes);
        texts(out, "victims", each.victims);
        out.endObject();
    });
    texts(out, "victims", next.victims());
    out.endObject();
    out.endObject();
    out.finish();
}

void writeVerb(std::ostream& stream, const Line& line, bool done, const std::string& job) {
    Writer out(stream);
    answers::beginAnswer(out);
    out.key("done");
    out.flag(done);
    if (!job.empty())
        text(out, "job", job);
    lineKeys(out, line);
    out.endObject();
    out.finish();
}

void writeLook(std::ostream& stream, const Watch& watch, const Look& look, std::int64_t now) {
    const Picture& picture = watch.picture();
    const Totals totals = totalsOf(picture);
    Writer out(stream);
    out.beginObject();
    whole(out, "apportion", 1);
    momentOrNull(out, "asOf", picture.asOf);
    out.key("age");
    out.seconds((now - picture.asOf) * kSecond);
    out.key("took");
    out.seconds(watch.took().count());
    out.key("next");
    out.seconds(watch.pause().count());
    whole(out, "running", totals.running);
    whole(out, "waiting", totals.waiting);
    whole(out, "gpu", totals.gpus);
    whole(out, "gpuUsed", totals.gpusUsed);
    json::writeList(out, "changes", look.changes,
                    [&](const Message& each) { answers::message(out, each); });
    out.key("failed");
    if (look.failed.empty())
        out.null();
    else
        answers::message(out, look.failed.front().message);
    out.endObject();
    out.finish();
}

}  // namespace apportion::slurm
