// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster over time: when it is asked again, and what changed between two pictures of it.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/cluster/slurm/reader.h"
#include "core/model/message.h"

namespace apportion::slurm {

// Codes: cluster-saw-…. Of more than ten changes of a kind their number.
std::vector<Message> changesBetween(const Picture& before, const Picture& after);

// When to ask. Counters are cheap; a picture is read where they changed, and now and then where
// they did not. A controller that needs long for its answer is asked less, one that is dead less
// and less.
class Pace {
public:
    using Millis = std::chrono::milliseconds;
    explicit Pace(Millis least) : least_(least) {}

    void answered() { failures_ = 0; }
    void failed() { ++failures_; }
    bool isFailing() const { return failures_ > 0; }
    void tookToRead(Millis took) { took_ = took; }
    // Until the next question. From `least` to 30 s.
    Millis pause() const;
    // Whether a picture that is so old is read anew.
    bool isDue(bool changed, Millis age) const;

private:
    Millis least_, took_{0};
    int failures_ = 0;
};

struct Look {
    bool read = false;     // a picture, not the counters alone
    bool differs = false;  // from the one before
    std::vector<Message> changes;
    Problems failed;  // why the picture is as old as it is; empty = the cluster answered
};

class Watch {
public:
    Watch(Connection connection, Access access, Picture first, Pace::Millis least);

    // Asks once. The picture stays as it is where the cluster does not answer.
    Look look();
    const Picture& picture() const { return picture_; }
    // Until the next look. What has changed is read as soon as that is due.
    Pace::Millis pause() const;
    // How long a picture took to read.
    Pace::Millis took() const { return took_; }

private:
    using Clock = std::chrono::steady_clock;
    void lookAtAccounts(Picture& next, Look& look);

    Connection connection_;
    Access access_;
    Picture picture_;
    Pace pace_;
    Pace::Millis took_{0};
    std::string counters_;
    bool changed_ = false;
    Clock::time_point readAt_, accountsAt_;
    Pace::Millis accountsTook_{0};
};

}  // namespace apportion::slurm
