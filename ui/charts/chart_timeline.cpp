// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_timeline.h"

#include <QWidget>

#include "ui/time_text.h"

namespace apportion::ui {

namespace {

constexpr int kTick = 200;  // ms
// Of a chart as wide as a screen half a pixel.
constexpr qint64 kSeen = 4000;

}  // namespace

ChartTimeline::ChartTimeline(QObject* parent)
    : QObject(parent), view_(std::make_shared<const View>()) {
    elapsed_.start();
    ticks_ = [this] { return elapsed_.elapsed(); };
    timer_.setInterval(kTick);
    connect(&timer_, &QTimer::timeout, this, &ChartTimeline::tick);
}

bool ChartTimeline::isLive() const {
    return view_->document.open && view_->document.can.journal;
}

void ChartTimeline::setView(const ViewPtr& view) {
    const bool other = !started_ || view->document.file != view_->document.file ||
                       view->document.epoch != view_->document.epoch ||
                       view->document.name != view_->document.name ||
                       (!view->document.can.journal) != (!view_->document.can.journal);
    if (other || view->clock != view_->clock)
        seen_ = ticks_();
    view_ = view;
    started_ = view->document.open;
    const TimeText time(view->document.epoch);
    wall_ = time.hasEpoch();
    start_ = wall_ ? time.moment(0).toMSecsSinceEpoch() : 0;
    if (wall_)
        zone_ = isLive() ? QTimeZone::systemTimeZone() : QTimeZone(time.moment(0).offsetFromUtc());
    history_ = view->history;
    const TimeWindow::Extent now = extent();
    const auto offered = window_.offered();
    other ? window_.start(now) : window_.advance(now);
    shownAt_ = until();
    isLive() ? timer_.start() : timer_.stop();
    emit dataChanged();
    if (other || offered != window_.offered())
        emit controlsChanged();
    if (other)
        asked_ = {};
    wantPast();
}

void ChartTimeline::askForPast() {
    asked_ = {};
    wantPast();
}

// The past of a project is read where somebody looks: of what is seen twice as much, so that small
// moves ask for nothing.
void ChartTimeline::wantPast() {
    const auto* page = qobject_cast<QWidget*>(parent());
    if (!isLive() || !history_ || (page != nullptr && !page->isVisible()))
        return;
    const TimeSpan shown = window_.span();
    const qint64 exact = at(std::max<Instant>(history_->exactSince, 0));
    const TimeSpan past{std::max(shown.from, at(0)), std::min(shown.to, exact)};
    const qint64 length = shown.to - shown.from;
    const bool near = length * 2 > askedLength_ && length < askedLength_ * 2;
    if (past.from >= past.to || (near && asked_.from <= past.from && past.to <= asked_.to))
        return;
    asked_ = {std::max(shown.from - length / 2, at(0)), std::min(shown.to + length / 2, exact)};
    askedLength_ = length;
    emit pastWanted(asked_.from - start_, asked_.to - start_);
}

ChartSource ChartTimeline::source() const {
    return {*view_, *history_, start_, until(), staleSince()};
}

TimeWindow::Extent ChartTimeline::extent() const {
    TimeWindow::Extent extent;
    extent.live = isLive();
    extent.first = at(0);
    extent.last = until();
    // Where a run ends is known when it has been simulated.
    extent.end = extent.live ? extent.last : std::max(at(view_->play.end), extent.last);
    return extent;
}

qint64 ChartTimeline::until() const {
    const qint64 clock = at(view_->clock);
    return isLive() ? clock + std::max<qint64>(0, ticks_() - seen_) : clock;
}

std::optional<qint64> ChartTimeline::staleSince() const {
    if (!isLive() || view_->document.trouble.empty())
        return std::nullopt;
    return at(view_->clock);
}

void ChartTimeline::tick() {
    const TimeSpan shown = window_.span();
    if (until() - shownAt_ < std::max<qint64>(kTick / 2, (shown.to - shown.from) / kSeen))
        return;
    shownAt_ = until();
    window_.advance(extent());
    emit spanChanged();
    wantPast();
}

void ChartTimeline::choose(TimeRange range) {
    window_.choose(range);
    changed();
}

void ChartTimeline::setFollowing(bool following) {
    window_.setFollowing(following);
    changed();
}

void ChartTimeline::look(qint64 from, qint64 to) {
    window_.look({from, to});
    changed();
}

void ChartTimeline::reset() {
    window_.reset();
    changed();
}

void ChartTimeline::changed() {
    window_.advance(extent());
    emit spanChanged();
    emit controlsChanged();
    wantPast();
}

}  // namespace apportion::ui
