// SPDX-License-Identifier: GPL-3.0-or-later
// Questions that threads of their own answer: they take longer than the engine thread may be away.
#include "core/change/refuse.h"
#include "core/session/slurm/cluster_pool.h"
#include "core/session/worker.h"
#include "core/session/workspace/workspace_look.h"

namespace apportion {

void Worker::tryLiveStart(const LiveStartPromise& promise) {
    auto trial = live() != nullptr ? live()->liveStart() : refuse("nothing-open");
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

template <typename Answer, typename Work>
void Worker::beside(std::jthread& thread,
                    const std::shared_ptr<std::promise<std::shared_ptr<const Answer>>>& promise,
                    Work work) {
    thread = std::jthread([this, promise, work = std::move(work)](const std::stop_token& stop) {
        auto answer = std::make_shared<const Answer>(work(stop));
        promise->set_value(stop.stop_requested() ? nullptr : std::move(answer));
        post([](Worker& self) { self.answered(); }, Kind::question);
    });
}

void Worker::lookAtWorkspace(const std::string& workspace, const LookPromise& promise) {
    auto source = pool_ ? pool_->workspace(workspace) : std::nullopt;
    if (!source) {
        promise->set_value(nullptr);
        return answered();
    }
    beside(looking_, promise,
           [source = std::make_shared<const WorkspaceSource>(std::move(*source))](
               const std::stop_token& stop) { return lookAt(*source, stop); });
}

void Worker::couldRun(const Workload& work, const RunPromise& promise) {
    auto source = pool_ ? std::make_shared<const Estimator::Fork>(pool_->ahead()) : nullptr;
    if (!source || source->isHidden(work.quota) || !source->engine.findQuota(work.quota)) {
        promise->set_value(nullptr);
        return answered();
    }
    beside(trying_, promise, [source, work](const std::stop_token& stop) {
        return apportion::couldRun(*source, work, stop);
    });
}

void Worker::openCluster(const std::string& name, const Opened& opened) {
    clusterOpening_ = std::jthread([this, name, opened](const std::stop_token& stop) {
        auto made = std::make_shared<Result<std::unique_ptr<Pool>>>(ClusterPool::open(name, stop));
        post([made, opened, stop](Worker& self) {
            opened->set_value(stop.stop_requested() ? refuse("cluster-stopped")
                                                    : self.take(std::move(*made)));
            self.answered();
        });
    });
}

void Worker::explainWorkload(const std::string& name, const WorkPromise& promise) {
    toExplain_.emplace_back(name, promise);
    explainNext();
}

void Worker::explainNext() {
    while (!toExplain_.empty() && !explained_) {
        const auto [name, promise] = toExplain_.front();
        explained_ = pool_ ? pool_->explainWorkload(name) : std::nullopt;
        if (explained_ && explained_->work) {
            explaining_ = std::jthread(
                [this, of = opened_, work = explained_->work](const std::stop_token& stop) {
                    work(stop);
                    post([of](Worker& self) { self.finishExplaining(of); }, Kind::question);
                });
            return;
        }
        toExplain_.pop_front();
        if (!explained_) {
            promise->set_value(std::nullopt);
            answered();
            continue;
        }
        // It is not known yet why it waits, and all else goes on meanwhile.
        explained_.reset();
        patient_.emplace_back(
            [name = name, promise = promise](Worker& self) { self.explainWorkload(name, promise); },
            Kind::patient);
    }
}

// Of what was closed meanwhile nothing is told.
void Worker::finishExplaining(int of) {
    const auto [name, promise] = std::move(toExplain_.front());
    toExplain_.pop_front();
    const Pool::Explaining explained = std::move(*explained_);
    explained_.reset();
    promise->set_value(pool_ && opened_ == of ? explained.tell() : std::nullopt);
    answered();
    explainNext();
}

std::optional<QuotaExplanation> Worker::explainQuota(const std::string& name) {
    return pool_ ? pool_->explainQuota(name, !trouble_.empty()) : std::nullopt;
}

void Worker::estimateStarts(const Estimator::Promise& promise) {
    if (!pool_) {
        promise->set_value(nullptr);
        answered();
        return;
    }
    estimator_.ask(
        std::to_string(opened_) + " " + pool_->estimateState(), promise,
        [this] { return pool_->ahead(); },
        [this] {
            post([](Worker& self) {
                if (self.estimator_.finish())
                    self.answered();
            });
        });
    answered();
}

void Worker::findWork(const std::string& typed, std::size_t most,
                      const WorkFinder::Promise& promise) {
    if (!pool_) {
        FoundWork none;
        none.complete = !opening_;
        promise->set_value(std::move(none));
        answered();
        return;
    }
    finder_.find(
        std::to_string(opened_) + " " + pool_->searchState(),
        [this] { return pool_->searchFork(); }, {typed, most, pool_->clock()}, promise,
        [this] { post([](Worker& self) { self.answered(); }, Kind::question); });
}

void Worker::readDevices(const UsesPromise& promise) {
    const auto tell = [promise](Worker& self, const std::vector<DeviceReading>& readings) {
        promise->set_value(self.live() != nullptr ? self.live()->usesOf(readings) : DeviceUses());
        self.answered();
    };
    if (live() == nullptr || !live()->isLive())
        return tell(*this, {});
    devices_.read([this, tell](const std::vector<DeviceReading>& readings) {
        post([tell, readings](Worker& self) { tell(self, readings); }, Kind::question);
    });
}

}  // namespace apportion
