// SPDX-License-Identifier: GPL-3.0-or-later
// A question to a cluster on a thread of its own, and its answer on this one. A newer question, or
// stop(), ends the one before, which says nothing then.
#pragma once

#include <memory>
#include <thread>
#include <utility>

#include <QObject>

#include "core/cluster/slurm/stop.h"

namespace apportion::ui {

class ClusterTask final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    ~ClusterTask() override { stop(); }

    template <typename Work, typename Then>
    void start(Work work, Then then) {
        stop();
        running_ = true;
        thread_ = std::jthread([this, of = of_, work = std::move(work),
                                then = std::move(then)](const std::stop_token& stop) {
            const slurm::StopsWith stops(stop);
            auto answer = std::make_shared<decltype(work())>(work());
            if (stop.stop_requested())
                return;
            QMetaObject::invokeMethod(
                this,
                [this, of, answer, then] {
                    if (of != of_)
                        return;
                    running_ = false;
                    then(std::move(*answer));
                },
                Qt::QueuedConnection);
        });
    }
    void stop() {
        ++of_;
        running_ = false;
        thread_.request_stop();
    }
    bool isRunning() const { return running_; }

private:
    int of_ = 0;
    bool running_ = false;
    std::jthread thread_;  // its call is killed where it is stopped
};

}  // namespace apportion::ui
