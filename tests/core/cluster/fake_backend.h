// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster of the tests, and the backend that talks to it. The cluster lives on when a program
// that talks to it ends, and can be slow, lose answers, and do half of what it is told.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/cluster/backend.h"

namespace apportion::testing {

struct FakeCluster {
    struct Job {  // of one replica
        std::string workload;
        std::string run;  // "train 5-7": name, submission and start
        std::vector<int> devices;
        int starts = 0;  // how often it really began: more than 1 is a fault of the backend
        std::optional<Moment> ended = {};
        std::optional<int> code = {};
        std::optional<Moment> toldToStop = {};  // its deadline
    };
    std::string node = "node";
    int devices = 4;
    std::map<std::string, Job> jobs;  // by run and replica
    std::vector<ForeignRun> foreign;  // with a workload and devices
    Moment now = 0;                   // of the last question
    int told = 0;                     // steps that had an effect

    bool isSlow = false;   // what it has done is seen only when this is over
    Duration lag = 0;      // so old is what it says
    bool isDown = false;   // nothing answers
    bool isBlind = false;  // it does what it is told, and does not say what there is
    bool isDeaf = false;   // what is told to stop runs on
    int losesAnswers = 0;  // of the next steps
    int stopsHalfWay = 0;  // of the next steps, after one replica

    void end(const std::string& workload, int code, std::optional<Moment> at = {});
    int starts(const std::string& workload) const;  // of all its replicas
    bool runs(const std::string& workload) const;
};

class FakeBackend : public Backend {
public:
    explicit FakeBackend(FakeCluster& cluster) : cluster_(&cluster) {}

    BackendFacts facts(const Project& project) override;
    Result<Observed> observe(const Project& project, Moment now) override;
    Result<Steps> plan(const Project& project, Moment now) override;
    Result<StepDone> apply(const Step& step) override;
    void wait(Duration) const override {}

private:
    struct Planned {
        std::map<std::string, FakeCluster::Job> begins;
        std::string ends;
        Moment deadline = 0;
    };
    void look(Moment now);
    std::optional<Message> heldBy(const ProjectWorkload& work, const std::vector<int>& devices,
                                  const std::set<std::string>& own) const;

    FakeCluster* cluster_;
    std::map<std::string, FakeCluster::Job> jobs_;  // as last seen
    std::vector<ForeignRun> foreign_;
    Moment asOf_ = 0;
    std::map<std::string, Planned> planned_;
};

}  // namespace apportion::testing
