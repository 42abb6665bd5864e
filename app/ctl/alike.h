// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that are read one below or beside the other: all in one unit, and with as many places as
// the most exact of them needs.
#pragma once

#include <string>

#include "core/model/outcome.h"

namespace apportion::ctl {

// Each is shown all the numbers first and writes them then.

// Where there is nothing to tell: nothing started, or it is not there.
inline constexpr const char* kNothing = "-";

// Zeros that are those of no wait at all, as nothing started.
inline bool isOfNobody(const WaitNumbers& wait) {
    return wait.atOnce == 0 && wait.max == 0;
}

// In words, such as durations stand everywhere, of as many units as it takes to tell those apart
// that are to be; in seconds where all are short, and where whole seconds would not do.
class DurationsAlike {
public:
    void see(Duration duration);
    // And that these two stand beside each other to be told apart.
    void see(Duration duration, Duration other);
    std::string operator()(
        Duration duration) const;  // "12 d 14 h", "12 d 14 h 3 min", "3,600.500 s"
    // One of these numbers: "-" where nothing waited, "≥ 3 h" where some wait still.
    std::string operator()(const WaitNumbers& of, Duration duration) const;

private:
    int places_ = 0;
    bool long_ = false;
    int units_ = 2;
};

class GpuTimeAlike {
public:
    void see(GpuTime time);
    std::string operator()(GpuTime time) const;  // "1.3 GPU hours"

private:
    GpuTime least_ = 0;  // that is not nothing
};

class PercentAlike {
public:
    void see(std::int64_t millionths);
    std::string operator()(std::int64_t millionths) const;  // "100.00 %"

private:
    int places_ = 1;
};

}  // namespace apportion::ctl
