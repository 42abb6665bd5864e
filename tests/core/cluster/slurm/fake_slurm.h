// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster, of one node at first, as the commands of Slurm show it: with the gate, its jobs, and
// faults. It lives on when a program that talks to it ends.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/problem.h"

namespace apportion::testing {

struct FakeSlurm {
    struct Job {
        std::string account = "team", user = "ana", qos = "ap-wait", state = "PENDING", name = {};
        int gpus = 1, nodes = 1;
        std::int64_t submitted = 0, started = 0, ended = 0;  // seconds
        int restarts = 0, waitStatus = 0;
        bool requeues = true;
        std::string node = {}, asked = {}, reason = "QOSGrpJobsLimit";
        int starts = 0;
        bool deaf = false;
        std::int64_t eligible = 0;  // 0 = from its submission on
    };

    Result<std::string> run(const std::vector<std::string>& words);
    // Locked for the time of the call.
    template <typename Call>
    auto with(Call call) {
        const std::scoped_lock lock(mutex);
        return call();
    }
    void setSlow(bool is);
    void schedule();  // what is through the gate and fits runs

    std::mutex mutex;
    std::condition_variable wake;
    std::map<std::string, Job> jobs;      // by id
    std::string holder = "apportion v1";  // description of ap-run
    std::vector<std::string> nodes{"node"};
    std::string nodeState = "idle";
    std::string accounting = {};    // what sacct prints
    std::string associations = {};  // what the controller prints of them
    std::vector<std::string> told;  // commands that change something
    int gpus = 4;
    std::int64_t now = 1'000'000;  // seconds
    bool isSlow = false;           // commands that change something take long
    bool isBusy = false;           // nothing starts
    bool isDown = false;           // slurmctld does not answer
    bool isDeaf = false;           // what starts from now on does not end when it is told
    int losesAnswers = 0;          // of the next changes
    int stopsHalfWay = 0;          // of the next changes, after one of their settings

private:
    Result<std::string> change(const std::vector<std::string>& words);
    Result<std::string> update(const std::vector<std::string>& words);
    std::string cell(std::string_view column, const std::string& id, const Job& job) const;
    std::string table(const std::string& format) const;
};

}  // namespace apportion::testing
