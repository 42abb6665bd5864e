// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that does one thing after another, so that nobody waits for a daemon that is slow.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace apportion::slurm {

class Beside {
public:
    // What is under way when it ends is ended; what has not begun is done, too.
    Beside() : thread_([this](const std::stop_token& stop) { work(stop); }) {}

    // In the order of the calls.
    template <typename Call>
    auto add(Call call) {
        auto task = std::make_shared<std::packaged_task<decltype(call())()>>(std::move(call));
        auto answer = task->get_future();
        {
            const std::scoped_lock lock(mutex_);
            waiting_.emplace_back([task] { (*task)(); });
        }
        wake_.notify_one();
        return answer;
    }

private:
    void work(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (wake_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
            const auto call = std::move(waiting_.front());
            waiting_.pop_front();
            lock.unlock();
            call();
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::deque<std::function<void()>> waiting_;
    std::jthread thread_;  // last: it uses the others
};

}  // namespace apportion::slurm
