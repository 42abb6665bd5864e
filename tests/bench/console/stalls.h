// SPDX-License-Identifier: GPL-3.0-or-later
// An application that knows how long it was deaf: the longest single event, during which no key or
// click would have been answered, and when something was first painted.
#pragma once

#include <chrono>
#include <functional>

#include <QApplication>

namespace apportion::bench {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin);

class StallWatch final : public QApplication {
public:
    StallWatch(int& argc, char** argv) : QApplication(argc, argv) {}

    bool notify(QObject* receiver, QEvent* event) override;

    // Called after each event in which something was painted.
    void whenPainted(std::function<void()> painted) { painted_ = std::move(painted); }
    // The longest event since the last call, in milliseconds.
    double takeLongest();
    // What is due is done, timers included, until `done` says so; false after the time limit.
    bool waitFor(const std::function<bool()>& done, std::chrono::milliseconds most);

private:
    std::function<void()> painted_;
    double longest_ = 0;
    int depth_ = 0;
    bool paints_ = false;
};

}  // namespace apportion::bench
