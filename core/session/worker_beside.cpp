// SPDX-License-Identifier: GPL-3.0-or-later
// Questions that threads of their own answer: they take longer than the engine thread may be away.
#include "core/change/refuse.h"
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

void Worker::explainWorkload(const std::string& name, const WorkPromise& promise) {
    if (!project_) {
        auto known = player_ ? player_->here().explain(name) : std::nullopt;
        promise->set_value(known ? std::optional(WorkExplanation{std::move(*known), {}})
                                 : std::nullopt);
        return answered();
    }
    toExplain_.emplace_back(name, promise);
    explainNext();
}

void Worker::explainNext() {
    while (!toExplain_.empty() && !explained_.valid()) {
        const auto [name, promise] = toExplain_.front();
        // Nobody knows yet why it waits, and all else goes on meanwhile.
        if (isAsking() && project_->isInQueue(name)) {
            toExplain_.pop_front();
            patient_.emplace_back([name = name, promise = promise](
                                      Worker& self) { self.explainWorkload(name, promise); },
                                  Kind::patient);
            continue;
        }
        auto asked = project_ ? project_->askAbout(name) : std::nullopt;
        if (!asked) {
            toExplain_.pop_front();
            promise->set_value(std::nullopt);
            answered();
            continue;
        }
        std::packaged_task<WorkAsked::Answer(const std::stop_token&)> task(
            [asked = std::move(*asked)](const std::stop_token& stop) mutable {
                return std::move(asked).answer(stop);
            });
        explained_ = task.get_future();
        explaining_ = std::jthread(
            [this, of = opened_, task = std::move(task)](const std::stop_token& stop) mutable {
                task(stop);
                post([of](Worker& self) { self.finishExplaining(of); }, Kind::question);
            });
    }
}

// Of a project that was closed meanwhile nothing is told.
void Worker::finishExplaining(int of) {
    const auto [name, promise] = std::move(toExplain_.front());
    toExplain_.pop_front();
    WorkAsked::Answer answer = explained_.get();
    promise->set_value(project_ && opened_ == of ? project_->explanationOf(name, std::move(answer))
                                                 : std::nullopt);
    answered();
    explainNext();
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
