// SPDX-License-Identifier: GPL-3.0-or-later
// A backend as the contract tests see it: with a world behind it that they can change.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/cluster/backend.h"

namespace apportion::testing {

class BackendRig {
public:
    virtual ~BackendRig() = default;

    virtual Backend& backend() = 0;
    // The program that talks to the world is killed, and another one begins.
    virtual void restart() = 0;
    // What the pool has of itself; tests place work in it.
    Project project;
    // Work that has its place on these devices, one replica each, and may run. At most eight, whose
    // references stay valid.
    virtual ProjectWorkload& place(const std::string& name, const std::vector<int>& devices) = 0;
    virtual Moment now() = 0;

    // The world. What is asked for is waited for.
    // How often replicas of it have begun.
    virtual int starts(const std::string& name) = 0;
    virtual bool runs(const std::string& name) = 0;
    virtual void end(const std::string& name, int code) = 0;
    virtual void beginForeign(const std::string& name, int device) = 0;  // before anything else
    virtual bool foreignRuns() = 0;
    virtual void endForeign() = 0;

    // Faults.
    virtual void deaf() = 0;  // what begins from now on does not heed that it is told to stop
    virtual void slow(bool is) = 0;
    // The step happens, and nobody hears of it.
    virtual void applyUnheard(const Step& step) = 0;
    // The step begins, and only its first replica.
    virtual void applyHalf(const Step& step) = 0;
    virtual int begunByHalf() const { return 1; }
    // What has ended never runs again.
    virtual bool endsForGood() const { return false; }
};

std::unique_ptr<BackendRig> fakeRig();
std::unique_ptr<BackendRig> localRig();
std::unique_ptr<BackendRig> slurmRig();

// The pool of both: one node of four devices.
inline constexpr const char* kOneNode = R"({"apportion": 1, "name": "contract",
    "nodes": [{"name": "node", "gpu": 4}],
    "quotas": [{"name": "team", "guaranteed": {"gpu": 4}}]})";

// Work of one GPU a replica that the engine has placed.
ProjectWorkload placedWork(const std::string& name, const std::vector<int>& devices, Moment now);

}  // namespace apportion::testing
