// SPDX-License-Identifier: GPL-3.0-or-later
// All the work of a pool by what somebody types of its name, also where there is more than a view
// has rows of. On a thread of its own: names of a million are looked through in longer than the
// engine thread may be away. One at a time; a newer question ends the one before.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/engine/engine.h"
#include "core/view/pool_source.h"
#include "core/view/view.h"

namespace apportion {

struct FoundWork {
    std::vector<WorkloadRow> rows;  // those whose name is it first, then those that it begins
    std::size_t all = 0;            // how many there are
    bool complete = true;           // false = a newer question ended it, or a project is being read
};

// A fork, to be read on another thread.
struct WorkToSearch {
    Engine engine;
    Instant clock = 0;
    Duration shift = 0;                   // from the engine's times to those of the clock
    Readable readable = {};               // nothing = all of it; asked on the other thread
    std::vector<WorkloadRow> ended = {};  // that the engine does not know
    bool endedElsewhere = false;          // what is over is told by `ended` alone
    std::string olderIn = {};  // the project file that has more of that; empty = there is no more
    Moment epoch = 0;          // moment 0 of the clock
};

// Each of the words stands in the name or in that of its quota, one of them in the name.
FoundWork findWork(const WorkToSearch& pool, const std::string& typed, std::size_t most,
                   const std::function<bool()>& stopped = {});

class WorkFinder {
public:
    using Promise = std::shared_ptr<std::promise<FoundWork>>;

    struct Question {
        std::string typed;
        std::size_t most = 0;
        Instant clock = 0;
    };

    ~WorkFinder();
    // As of `state`: `fork` is called where it is another one than before, for a crowd takes long
    // to copy and each key that is typed is a question. `done` is called on the other thread, when
    // the promise is kept.
    void find(const std::string& state, const std::function<WorkToSearch()>& fork,
              Question question, const Promise& promise, std::function<void()> done);
    // Nobody has asked for a while: the copy is given back.
    void forgetUnused();
    void forget();

private:
    std::string state_;
    std::shared_ptr<WorkToSearch> pool_;
    std::chrono::steady_clock::time_point asked_{};
    std::jthread thread_;
};

}  // namespace apportion
