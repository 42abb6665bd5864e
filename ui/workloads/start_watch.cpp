// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/start_watch.h"

#include <algorithm>
#include <chrono>

#include <QEvent>

#include "ui/workloads/workload_table.h"

namespace apportion::ui {

namespace {

constexpr auto kStartWatchPause = std::chrono::milliseconds(150);

}  // namespace

StartWatch::StartWatch(SessionBridge& bridge, QObject* parent) : QObject(parent), bridge_(bridge) {
    pause_.setSingleShot(true);
    pause_.setInterval(kStartWatchPause);
    connect(&pause_, &QTimer::timeout, this, &StartWatch::ask);
    connect(&bridge_, &SessionBridge::changed, this, &StartWatch::setView);
}

void StartWatch::add(WorkloadTable* table) {
    tables_.append(table);
    table->installEventFilter(this);
}

void StartWatch::setView(const ViewPtr& view) {
    if (!view->document.open || view->document.reading > 0)
        return;
    const bool moved = view->clock != view_->clock || view->document.file != view_->document.file ||
                       view->document.name != view_->document.name ||
                       view->key.waiting != view_->key.waiting || view->quotas != view_->quotas;
    view_ = view;
    if (moved && (view_->key.waiting == 0 || view_->play.playing)) {
        stale_ = view_->key.waiting > 0;
        return tell(nullptr);
    }
    stale_ = stale_ || moved;
    askSoon();
}

bool StartWatch::eventFilter(QObject* table, QEvent* event) {
    if (event->type() == QEvent::Show)
        askSoon();
    return QObject::eventFilter(table, event);
}

bool StartWatch::isWanted() const {
    return stale_ && !asking_ && !view_->play.playing &&
           std::any_of(tables_.begin(), tables_.end(),
                       [](const WorkloadTable* table) { return table->isVisible(); });
}

void StartWatch::askSoon() {
    if (isWanted())
        pause_.start();
}

void StartWatch::ask() {
    if (!isWanted())
        return;
    stale_ = false;
    asking_ = true;
    bridge_.ask(bridge_.session().estimateStarts(), this,
                [this](const std::shared_ptr<const Estimates>& answer) {
                    asking_ = false;
                    if (!view_->play.playing)
                        tell(answer);
                    askSoon();
                });
}

void StartWatch::tell(const std::shared_ptr<const Estimates>& estimates) {
    for (WorkloadTable* table : tables_)
        table->setEstimates(estimates);
}

}  // namespace apportion::ui
