// SPDX-License-Identifier: GPL-3.0-or-later
// Questions that threads of their own answer: they take longer than the engine thread may be away.
#include "core/session/project/refuse.h"
#include "core/session/worker.h"

namespace apportion {

void Worker::tryLiveStart(const LiveStartPromise& promise) {
    auto trial = project_ ? project_->liveStart() : refuse("nothing-open");
    if (!trial) {
        promise->set_value(tl::unexpected(std::move(trial.error())));
        return answered();
    }
    liveStart_ = std::jthread(
        [this, promise, trial = std::move(*trial)](const std::stop_token& stop) mutable {
            LiveStart start = std::move(trial).run(stop);
            if (stop.stop_requested())
                promise->set_value(tl::unexpected(Problems()));
            else
                promise->set_value(std::move(start));
            post([](Worker& self) { self.answered(); }, Kind::question);
        });
}

void Worker::estimateStarts(const Estimator::Promise& promise) {
    if (!project_ && !player_) {
        promise->set_value(nullptr);
        answered();
        return;
    }
    const std::string state =
        project_ ? "project " + project_->estimateState()
                 : std::to_string(opened_) + " " + std::to_string(player_->clock());
    const auto fork = [this]() -> Estimator::Fork {
        if (project_)
            return project_->estimateFork();
        const Engine& now = player_->here().engine();
        return {now, std::max(now.now(), player_->clock()), 0, false, {}};
    };
    estimator_.ask(state, promise, fork, [this] {
        post([](Worker& self) {
            if (self.estimator_.finish())
                self.answered();
        });
    });
    answered();
}

void Worker::findWork(const std::string& typed, std::size_t most,
                      const WorkFinder::Promise& promise) {
    if (!project_ && !player_) {
        FoundWork none;
        none.complete = !opening_;
        promise->set_value(std::move(none));
        answered();
        return;
    }
    const Instant clock = project_ ? project_->clock() : player_->clock();
    const std::string state =
        project_ ? "project " + project_->searchState()
                 : std::to_string(opened_) + " " + std::to_string(player_->clock());
    finder_.find(
        state,
        [this] {
            return project_ ? project_->searchFork()
                            : WorkToSearch{player_->here().engine(), player_->clock()};
        },
        {typed, most, clock}, promise,
        [this] { post([](Worker& self) { self.answered(); }, Kind::question); });
}

void Worker::readDevices(const UsesPromise& promise) {
    const auto tell = [promise](Worker& self, const std::vector<DeviceReading>& readings) {
        // It may have come to rest, or been closed, while the driver was asked.
        const bool live = self.project_ && self.project_->isLive();
        promise->set_value(live ? usesOf(readings, self.project_->ownNode(),
                                         self.project_->desk().now() - self.project_->begin())
                                : DeviceUses());
        self.answered();
    };
    if (!project_ || !project_->isLive())
        return tell(*this, {});
    devices_.read([this, tell](const std::vector<DeviceReading>& readings) {
        post([tell, readings](Worker& self) { tell(self, readings); }, Kind::question);
    });
}

}  // namespace apportion
