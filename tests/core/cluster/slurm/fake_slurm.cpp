// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cluster/slurm/fake_slurm.h"

#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/texts.h"

namespace apportion::testing {

namespace {

tl::unexpected<Problems> noSlurm() {
    return slurm::fail("cluster-controller-down");
}

tl::unexpected<Problems> refusedBySlurm(const std::string& why) {
    return slurm::fail("cluster-failed",
                       {{"command", Value::ofText("scontrol")}, {"answer", Value::ofText(why)}});
}

std::string timeCell(std::int64_t seconds) {
    return seconds == 0 ? "N/A" : std::to_string(seconds);
}

}  // namespace

void FakeSlurm::setSlow(bool is) {
    {
        const std::scoped_lock lock(mutex);
        isSlow = is;
    }
    wake.notify_all();
}

void FakeSlurm::schedule() {
    if (isBusy)
        return;
    std::map<std::string, int> free;
    for (const std::string& node : nodes)
        free[node] = gpus;
    for (const auto& [id, job] : jobs)
        if (!job.node.empty())
            free[job.node] -= job.gpus;
    for (auto& [id, job] : jobs)
        if (const std::string& node = job.asked.empty() ? nodes.front() : job.asked;
            job.state == "PENDING" && job.qos == "ap-run" && job.reason != "BeginTime" &&
            job.gpus <= free[node]) {
            free[node] -= job.gpus;
            job.state = "RUNNING";
            job.node = node;
            job.started = now;
            job.deaf = isDeaf;
            ++job.starts;
        }
}

Result<std::string> FakeSlurm::run(const std::vector<std::string>& words) {
    std::unique_lock lock(mutex);
    const std::string& program = words.front();
    if (isDown && program != "sacctmgr" && program != "sacct")
        return noSlurm();
    if (program == "squeue" || program == "sinfo")
        return table(words.back());
    if (program == "sacct")
        return accounting;
    if (program == "scontrol" && words[1] == "show")
        return associations;
    if (program == "sacctmgr" && words[1] == "-nP")
        return holder + "\n";
    wake.wait(lock, [this] { return !isSlow; });
    std::string text;
    for (const std::string& word : words)
        text.append(text.empty() ? "" : " ").append(word);
    told.push_back(text);
    auto done = change(words);
    schedule();
    if (done && losesAnswers > 0) {
        --losesAnswers;
        return noSlurm();
    }
    return done;
}

Result<std::string> FakeSlurm::change(const std::vector<std::string>& words) {
    if (words.front() == "sacctmgr") {
        holder = words.back().substr(std::string_view("Description=").size());
        return std::string();
    }
    if (words[1] == "update")
        return update(words);
    const auto found = jobs.find(words.back());
    if (found == jobs.end())
        return refusedBySlurm("Invalid job id specified");
    Job& job = found->second;
    if (words.front() == "scancel") {
        if (job.deaf)
            return std::string();
        job.state = "CANCELLED";
        job.ended = now;
        job.node.clear();
        return std::string();
    }
    if (job.state != "RUNNING" || !job.requeues)
        return refusedBySlurm("Job is pending execution");
    if (job.deaf) {
        job.state = "COMPLETING";
        return std::string();
    }
    job.state = "PENDING";
    job.reason = "BeginTime";  // for a while
    job.node.clear();
    job.submitted = now;
    ++job.restarts;
    return std::string();
}

Result<std::string> FakeSlurm::update(const std::vector<std::string>& words) {
    const auto found = jobs.find(words[2].substr(std::string_view("JobId=").size()));
    if (found == jobs.end())
        return refusedBySlurm("Invalid job id specified");
    Job& job = found->second;
    for (std::size_t i = 3; i < words.size(); ++i) {
        const auto equals = words[i].find('=');
        const std::string key = words[i].substr(0, equals), value = words[i].substr(equals + 1);
        if (key == "ReqNodeList")
            job.asked = value;
        else if (key == "QOS")
            job.qos = value;
        else if (key == "Requeue")
            job.requeues = value == "1";
        else if (key == "StartTime")
            job.reason = "None";
        if (stopsHalfWay > 0) {
            --stopsHalfWay;
            return noSlurm();
        }
    }
    return std::string();
}

std::string FakeSlurm::cell(std::string_view column, const std::string& id, const Job& job) const {
    const std::map<std::string_view, std::string> cells{
        {"JobArrayID", id},
        {"State", job.state},
        {"Reason", job.state == "PENDING" ? job.reason : "None"},
        {"Account", job.account},
        {"UserName", job.user},
        {"QOS", job.qos},
        {"tres-alloc", "cpu=1,gres/gpu=" + std::to_string(job.gpus)},
        {"NumNodes", std::to_string(job.nodes)},
        {"NodeList", job.node},
        {"ReqNodes", job.asked},
        {"SubmitTime", timeCell(job.submitted)},
        {"StartTime", timeCell(job.started)},
        {"EndTime", timeCell(job.ended)},
        {"EligibleTime", timeCell(job.eligible == 0 ? job.submitted : job.eligible)},
        {"RestartCnt", std::to_string(job.restarts)},
        {"exit_code", std::to_string(job.waitStatus)},
        {"Requeue", job.requeues ? "1" : "0"},
        {"Name", job.name}};
    return cells.at(column);
}

// The columns of squeue, or of sinfo, as they are asked for; the last ends with the mark.
std::string FakeSlurm::table(const std::string& format) const {
    const auto columns = slurm::split(format, ',');
    const std::string mark(columns.back().substr(columns.back().find(":0") + 2));
    std::string text;
    if (columns.front().starts_with("NodeHost")) {
        for (const std::string& node : nodes)
            text += node + "|gpu:" + std::to_string(gpus) + "|gpu:0|64|1000|" + nodeState +
                    "|gpu*|none" + mark + "\n";
        return text;
    }
    for (const auto& [id, job] : jobs) {
        for (const std::string_view column : columns)
            text.append(cell(column.substr(0, column.find(':')), id, job))
                .append(column == columns.back() ? mark : "|");
        text += "\n";
    }
    return text;
}

}  // namespace apportion::testing
