// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/use_watch.h"

#include <chrono>
#include <utility>

#include <QEvent>

#include "core/view/view.h"

namespace apportion::ui {

UseWatch::UseWatch(SessionBridge& bridge, QObject* parent) : QObject(parent), bridge_(bridge) {
    timer_.setInterval(std::chrono::seconds(2));
    connect(&timer_, &QTimer::timeout, this, &UseWatch::ask);
    connect(&bridge, &SessionBridge::changed, this, &UseWatch::setView);
}

void UseWatch::watchFor(QWidget* page) {
    page_ = page;
    page->installEventFilter(this);
}

void UseWatch::setView(const ViewPtr& view) {
    live_ = view->document.isLive() && !view->document.nodeHere.empty() && !view->document.inPart;
    follow();
}

bool UseWatch::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide)
        follow();
    return QObject::eventFilter(watched, event);
}

void UseWatch::follow() {
    const bool wanted = live_ && page_ != nullptr && page_->isVisible();
    if (wanted == timer_.isActive())
        return;
    if (wanted) {
        timer_.start();
        ask();
    } else {
        timer_.stop();
        take({});
    }
}

void UseWatch::ask() {
    if (std::exchange(asking_, true))
        return;
    bridge_.ask(bridge_.session().deviceUses(), this, [this](DeviceUses uses) {
        asking_ = false;
        if (timer_.isActive())
            take(std::move(uses));
    });
}

void UseWatch::take(DeviceUses uses) {
    if (uses == last_)
        return;
    last_ = std::move(uses);
    emit read(last_);
}

}  // namespace apportion::ui
