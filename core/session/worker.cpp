// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/worker.h"

#include <algorithm>
#include <utility>

#include "core/session/player.h"
#include "core/session/recorded_pool.h"
#include "core/session/slurm/cluster_name.h"
#include "core/store/project_file.h"

namespace apportion {

namespace {

using namespace std::chrono_literals;
using Pace = Pool::Progress::Pace;

// Five views a second, and fewer where making them would take more than this part of the time.
constexpr auto kViewInterval = 200ms;
constexpr int kViewShare = 5;
// How long simulating may keep a command waiting.
constexpr auto kSlice = 8ms;

}  // namespace

Worker::Worker(SessionObserver* observer, std::filesystem::path recovery)
    : observer_(observer),
      recovery_(std::move(recovery)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

Worker::~Worker() {
    thread_.request_stop();
    wake_.notify_all();
    thread_.join();
}

void Worker::post(Command command, Kind kind) {
    {
        const std::lock_guard lock(mutex_);
        queue_.emplace_back(std::move(command), kind);
    }
    wake_.notify_all();
}

void Worker::withPlayer(std::function<void(Player&)> function) {
    post([function = std::move(function)](Worker& self) {
        if (Playback* playback = self.pool_ ? self.pool_->playback() : nullptr)
            function(playback->player());
    });
}

Worker::Commands Worker::waitForWork(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const auto woken = [this] { return !queue_.empty(); };
    const Pace pace = pool_ ? pool_->progress().pace : Pace::still;
    const auto due = pace == Pace::moves ? looked_ + kViewInterval : Clock::time_point::max();
    if (pace == Pace::simulates)
        ;
    else if (changed_ || pace == Pace::moves)
        wake_.wait_until(lock, stop, changed_ ? std::min(published_ + interval_, due) : due, woken);
    else
        wake_.wait(lock, stop, woken);
    return std::exchange(queue_, {});
}

void Worker::run(const std::stop_token& stop) {
    stop_ = stop;
    while (!stop.stop_requested()) {
        carryOut(waitForWork(stop));
        finishOpening();
        if (!patient_.empty() && !isAsking())
            carryOut(std::exchange(patient_, {}));
        if (pool_ && pool_->progress().pace == Pace::simulates) {
            pool_->work(Clock::now() + kSlice);
            changed_ = true;
        }
        follow();
        finishMove();
        if (changed_ && Clock::now() - published_ >= interval_)
            publish();
        freeViews();
        finder_.forgetUnused();
    }
}

void Worker::carryOut(Commands&& commands) {
    for (auto& [command, kind] : commands) {
        if (kind == Kind::change && opening_) {
            opening_->later.emplace_back(std::move(command), kind);
            continue;
        }
        if (kind == Kind::patient && isAsking()) {
            patient_.emplace_back(std::move(command), kind);
            continue;
        }
        // Whoever leaves hears no answers.
        if (kind != Kind::change && stop_.stop_requested())
            continue;
        command(*this);
        if (kind != Kind::change)
            continue;
        changed_ = true;
        interval_ = kViewInterval;  // somebody waits to see what it did
    }
}

void Worker::finishOpening() {
    const auto isThere = [](const auto& future) {
        return future.valid() && future.wait_for(0s) == std::future_status::ready;
    };
    if (opening_ && isThere(opening_->reading.listing))
        if (auto view = opening_->reading.listing.get()) {
            opening_->shown = std::move(view);
            changed_ = true;
        }
    while (opening_ && isThere(opening_->reading.project)) {
        Opening done = std::move(*opening_);
        opening_.reset();
        pool_ = std::move(done.before);
        done.opened->set_value(take(done.reading.project.get()));
        answered();
        changed_ = true;
        interval_ = kViewInterval;
        carryOut(std::move(done.later));
    }
}

void Worker::follow() {
    const auto now = Clock::now();
    if (!pool_ || now - looked_ < kViewInterval)
        return;
    looked_ = now;
    auto seen = pool_->follow();
    Problems trouble;
    if (!seen)
        trouble = std::move(seen.error());
    changed_ = changed_ || trouble != trouble_ || (seen && *seen);
    trouble_ = std::move(trouble);
}

void Worker::finishMove() {
    if (settled_.empty() || opening_ || (pool_ && !pool_->progress().settled))
        return;
    const auto view = buildView();
    for (const Settled& promise : std::exchange(settled_, {}))
        promise->set_value(view);
    answered();
}

std::shared_ptr<const View> Worker::buildView() {
    if (opening_)
        return opening_->shown;
    View view = pool_ ? pool_->view() : View{};
    view.document.trouble = trouble_;
    return std::make_shared<const View>(std::move(view));
}

void Worker::publish() {
    changed_ = false;
    published_ = Clock::now();
    if (observer_) {
        given_.push_back(buildView());
        observer_->viewChanged(given_.back());
    }
    interval_ = std::max<Clock::duration>(kViewInterval, (Clock::now() - published_) * kViewShare);
}

void Worker::freeViews() {
    std::erase_if(given_, [](const auto& view) { return view.use_count() == 1; });
}

void Worker::answered() {
    if (observer_)
        observer_->answerReady();
}

bool Worker::isAsking() const {
    return pool_ && pool_->progress().asking;
}

void Worker::whenSettled(Settled promise) {
    settled_.push_back(std::move(promise));
}

void Worker::put(std::unique_ptr<Pool> pool) {
    pool_ = std::move(pool);
    trouble_.clear();
    looked_ = {};
    ++opened_;
    estimator_.forget();
    finder_.forget();
}

Result<void> Worker::take(Result<Document> opened) {
    if (!opened)
        return tl::unexpected(std::move(opened.error()));
    recovery_.remove();
    Playback* before = pool_ ? pool_->playback() : nullptr;
    auto recorded = std::make_unique<RecordedPool>(
        std::move(*opened), recovery_, before != nullptr ? before->player().state().speed : 0);
    recorded->player().toEnd();
    put(std::move(recorded));
    return {};
}

Result<void> Worker::take(Result<std::unique_ptr<Pool>> opened) {
    if (!opened)
        return tl::unexpected(std::move(opened.error()));
    recovery_.remove();
    put(std::move(*opened));
    return {};
}

void Worker::open(const std::filesystem::path& file, const Opened& opened) {
    const auto finish = [&](Result<void> done) {
        opened->set_value(std::move(done));
        answered();
    };
    clusterOpening_.request_stop();
    if (const auto cluster = clusterOf(file.string()))
        return openCluster(*cluster, opened);
    if (!isProjectFile(file.string()))
        return finish(take(Document::open(file)));
    ProjectOpening opening = openBeside(file, [this] { post([](Worker&) {}, Kind::question); });
    auto outline = opening.outline.get();
    if (outline == nullptr)
        return finish(take(opening.project.get()));
    opening_ = Opening{std::move(outline), opened, std::move(pool_), {}, std::move(opening)};
    publish();
}

Result<Problems> Worker::makeProject(const std::filesystem::path& file) {
    Problems notes;
    Playback* playback = pool_ ? pool_->playback() : nullptr;
    if (playback == nullptr)
        return notes;
    if (auto taken = take(playback->makeProject(file, notes)); !taken)
        return tl::unexpected(std::move(taken.error()));
    return notes;
}

Result<void> Worker::close() {
    clusterOpening_.request_stop();
    recovery_.remove();
    put(nullptr);
    return {};
}

Result<void> Worker::recover(const RecoveredCopy& copy) {
    auto opened = Document::open(copy.path);
    if (!opened)
        return tl::unexpected(std::move(opened.error()));
    const auto scenario = opened->scenario();
    Document document(*scenario, copy.file, {});
    document.markUnsaved();
    auto taken = take(std::move(document));
    if (auto written = recovery_.write(*scenario, copy.file); !written)
        return written;
    recovery_.remove(copy);
    return taken;
}

}  // namespace apportion
