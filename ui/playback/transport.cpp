// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/playback/transport.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "core/view/view.h"
#include "ui/playback/time_slider.h"
#include "ui/widgets/icon_button.h"

namespace apportion::ui {

const std::vector<int>& speeds() {
    static const std::vector<int> list{1, 2, 5, 10, 30, 60, 120, 300, 600, 1000};
    return list;
}

Transport::Transport(const std::vector<QAction*>& actions, QWidget* parent)
    : QWidget(parent),
      slider_(new TimeSlider(this)),
      speed_(new QToolButton(this)),
      group_(new QActionGroup(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (QAction* action : actions)
        layout->addWidget(new IconButton(action, this));
    layout->addSpacing(4);
    layout->addWidget(slider_, 1);
    layout->addSpacing(4);
    auto* menu = new QMenu(speed_);
    menu->setAccessibleName(tr("Speed"));
    for (const int speed : speeds())
        menu->addAction(addSpeed(speed));
    // Not the button's own menu: its arrow would stand on the number.
    connect(speed_, &QToolButton::clicked, menu,
            [this, menu] { menu->popup(speed_->mapToGlobal(QPoint(0, speed_->height()))); });
    speed_->setAutoRaise(true);
    speed_->setFocusPolicy(Qt::TabFocus);
    speed_->setProperty("kind", "quiet");
    speed_->setProperty("compact", true);
    speed_->setAccessibleName(tr("Speed"));
    speed_->setToolTip(tr("Scenario seconds a second"));
    layout->addWidget(speed_);
    connect(slider_, &TimeSlider::sought, this, &Transport::sought);
    connect(slider_, &TimeSlider::stepRequested, this, &Transport::stepRequested);
}

QAction* Transport::addSpeed(int speed) {
    auto* action = new QAction(tr("%1×").arg(speed), group_);
    action->setCheckable(true);
    action->setData(speed);
    connect(action, &QAction::triggered, this, [this, speed] { emit speedChosen(speed); });
    return action;
}

void Transport::setView(const View& view) {
    slider_->setView(view);
    speed_->setText(tr("%1×").arg(view.play.speed));
    for (QAction* action : group_->actions())
        action->setChecked(action->data().toInt() == view.play.speed);
}

}  // namespace apportion::ui
