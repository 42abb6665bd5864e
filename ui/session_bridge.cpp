// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session_bridge.h"

#include <QMetaObject>

#include "core/session/planning/planner.h"
#include "core/view/view.h"

namespace apportion::ui {

SessionBridge::SessionBridge(std::filesystem::path recovery, QObject* parent)
    : QObject(parent),
      view_(std::make_shared<const View>()),
      planner_(std::make_unique<Planner>([this] { planReady(); }, recovery.empty()
                                                                      ? std::filesystem::path()
                                                                      : recovery / "plans")),
      session_(this, std::move(recovery)) {}

SessionBridge::~SessionBridge() = default;

void SessionBridge::viewChanged(std::shared_ptr<const View> view) {
    QMetaObject::invokeMethod(
        this, [this, view = std::move(view)] { take(view); }, Qt::QueuedConnection);
}

void SessionBridge::answerReady() {
    QMetaObject::invokeMethod(
        this, [this] { collect(); }, Qt::QueuedConnection);
}

// On any thread.
void SessionBridge::planReady() {
    QMetaObject::invokeMethod(
        this,
        [this] {
            emit planChanged();
            collect();
        },
        Qt::QueuedConnection);
}

void SessionBridge::take(const ViewPtr& view) {
    view_ = view;
    emit changed(view_);
}

void SessionBridge::collect() {
    // An answer may ask the next question, so the list is taken out while it is walked.
    auto asked = std::exchange(waiting_, {});
    std::erase_if(asked, [](std::function<bool()>& done) { return done(); });
    asked.insert(asked.end(), std::make_move_iterator(waiting_.begin()),
                 std::make_move_iterator(waiting_.end()));
    waiting_ = std::move(asked);
}

}  // namespace apportion::ui
