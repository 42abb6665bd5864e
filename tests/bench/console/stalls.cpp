// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/console/stalls.h"

#include <algorithm>
#include <utility>

#include <QEvent>
#include <QTimer>

namespace apportion::bench {

double millisecondsSince(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

bool StallWatch::notify(QObject* receiver, QEvent* event) {
    paints_ = paints_ || event->type() == QEvent::Paint;
    ++depth_;
    const auto begin = Clock::now();
    const bool taken = QApplication::notify(receiver, event);
    --depth_;
    if (depth_ > 0)
        return taken;
    longest_ = std::max(longest_, millisecondsSince(begin));
    if (std::exchange(paints_, false) && painted_)
        painted_();
    return taken;
}

double StallWatch::takeLongest() {
    return std::exchange(longest_, 0);
}

bool StallWatch::waitFor(const std::function<bool()>& done, std::chrono::milliseconds most) {
    const auto until = Clock::now() + most;
    QTimer wake;  // else the last wait could be for ever
    wake.start(5);
    while (!done()) {
        if (Clock::now() > until)
            return false;
        processEvents(QEventLoop::WaitForMoreEvents);
    }
    return true;
}

}  // namespace apportion::bench
