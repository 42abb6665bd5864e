// SPDX-License-Identifier: GPL-3.0-or-later
// Measured times of single steps: the mean hides the slow ones, so quantiles too.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace apportion::bench {

class Spans {
public:
    void add(double seconds) { seconds_.push_back(seconds); }
    std::size_t count() const { return seconds_.size(); }
    double sum() const { return std::accumulate(seconds_.begin(), seconds_.end(), 0.0); }
    double mean() const { return seconds_.empty() ? 0 : sum() / static_cast<double>(count()); }
    // The smallest measured time that at least `percent` % do not exceed; 0 if there are none.
    double percentile(std::size_t percent) const {
        if (seconds_.empty())
            return 0;
        std::vector<double> sorted = seconds_;
        const std::size_t at = (sorted.size() * percent + 99) / 100;
        const auto place =
            sorted.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(at, 1) - 1);
        std::nth_element(sorted.begin(), place, sorted.end());
        return *place;
    }

private:
    std::vector<double> seconds_;
};

// What `work` answers, and how many seconds it took.
template <typename Work>
auto timed(Work&& work) {
    const auto begin = std::chrono::steady_clock::now();
    auto answer = work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    return std::pair(std::move(answer), took.count());
}

}  // namespace apportion::bench
