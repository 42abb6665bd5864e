// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heap_trim.h"

#include <chrono>

#include <malloc.h>

#include <QThreadPool>

#include "ui/session_bridge.h"

namespace apportion::ui {

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
        QThreadPool::globalInstance()->start([] { malloc_trim(0); });
    });
}

}  // namespace apportion::ui
