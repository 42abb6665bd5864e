// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that does one thing after the other, beside the engine thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace apportion {

class TaskThread {
public:
    using Task = std::function<void()>;

    TaskThread() : thread_([this](const std::stop_token& stop) { run(stop); }) {}
    // What is under way is waited for; what was not begun is not done.
    ~TaskThread() {
        thread_.request_stop();
        thread_.join();
    }

    void post(Task task) {
        {
            const std::lock_guard lock(mutex_);
            tasks_.push_back(std::move(task));
        }
        wake_.notify_one();
    }

private:
    void run(const std::stop_token& stop) {
        for (;;) {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, stop, [this] { return !tasks_.empty(); }) ||
                stop.stop_requested())
                return;
            const Task task = std::move(tasks_.front());
            tasks_.pop_front();
            lock.unlock();
            task();
        }
    }

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::deque<Task> tasks_;  // guarded by mutex_
    std::jthread thread_;     // last: starts when all else is there
};

}  // namespace apportion
