// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heap_trim.h"

#include <chrono>

#include <malloc.h>

#include <QThreadPool>

#include "ui/session_bridge.h"

namespace apportion::ui {

namespace {

// From then on blocks of that size go back to the system as they are freed. Opening a file made the
// C library keep them, which is quicker for so many, and views of a large project come every
// second.
constexpr int kLarge = 128 * 1024;

}  // namespace

using namespace std::chrono_literals;

HeapTrim::HeapTrim(SessionBridge& bridge, QObject* parent) : QObject(parent) {
    timer_.setInterval(2s);
    connect(&bridge, &SessionBridge::changed, this, [this] {
        left_ = 2;
        if (!timer_.isActive())
            timer_.start();
    });
    connect(&timer_, &QTimer::timeout, this, [this] {
        if (--left_ == 0)
            timer_.stop();
        QThreadPool::globalInstance()->start([] {
            mallopt(M_MMAP_THRESHOLD, kLarge);
            malloc_trim(0);
        });
    });
}

}  // namespace apportion::ui
