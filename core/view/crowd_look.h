// SPDX-License-Identifier: GPL-3.0-or-later
// A pool with a crowd looks at all that waits in it, beside everything else, for it takes longer
// than anybody may wait, and behind what somebody asks for meanwhile. Dropped, it stops soon.
#pragma once

#include <future>
#include <thread>

#include "core/engine/engine.h"

namespace apportion {

// The pool after it has looked at all that waits.
Engine lookedAtAllThatWaits(Engine pool, const std::stop_token& stop = {});

class CrowdLook {
public:
    // One that is under way is dropped.
    void begin(const Engine& pool);
    void drop();
    // Begun, and its answer not taken.
    bool isBegun() const { return result_.valid(); }
    bool isUnderWay() const;
    // lookedAtAllThatWaits(); waits for it.
    Engine take();

private:
    std::future<Engine> result_;
    std::jthread thread_;
};

}  // namespace apportion
