// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/range_controls.h"

#include <algorithm>

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>

#include "ui/charts/chart_timeline.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/segmented.h"

namespace apportion::ui {

RangeControls::RangeControls(ChartTimeline* timeline, QWidget* parent)
    : QWidget(parent),
      timeline_(timeline),
      button_(new QPushButton(this)),
      menu_(new QMenu(button_)),
      follow_(new IconButton(Icon::pause, {}, this)),
      reset_(new IconButton(Icon::undo, tr("Back to the chosen range"), this)) {
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    button_->setProperty("compact", true);
    button_->setAutoDefault(false);
    button_->setMenu(menu_);
    reset_->setShortcutHint(QKeySequence(Qt::Key_0));
    row->addWidget(button_);
    row->addWidget(reset_);
    row->addWidget(follow_);
    connect(follow_, &QAbstractButton::clicked, this,
            [this] { timeline_->setFollowing(!timeline_->window().following()); });
    connect(reset_, &QAbstractButton::clicked, timeline_, &ChartTimeline::reset);
    connect(timeline_, &ChartTimeline::controlsChanged, this, &RangeControls::update);
    update();
}

void RangeControls::rebuild(const std::vector<TimeRange>& offered) {
    offered_ = offered;
    delete ranges_;
    ranges_ = new Segmented(tr("Range of time"), this);
    menu_->clear();
    auto* group = new QActionGroup(menu_);
    for (const TimeRange range : offered) {
        const int index = ranges_->addSegment(rangeName(range));
        ranges_->segment(index)->setToolTip(rangeFullName(range));
        ranges_->segment(index)->setAccessibleName(rangeFullName(range));
        QAction* action = menu_->addAction(rangeFullName(range));
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, range] { timeline_->choose(range); });
    }
    static_cast<QHBoxLayout*>(layout())->insertWidget(0, ranges_);
    ranges_->setVisible(!narrow_);
    connect(ranges_, &Segmented::currentChanged, this,
            [this](int index) { timeline_->choose(offered_[static_cast<std::size_t>(index)]); });
    // The chosen one again brings back what it shows.
    for (int i = 0; i < ranges_->count(); ++i)
        connect(ranges_->segment(i), &QAbstractButton::clicked, this, [this, i] {
            if (timeline_->window().moved())
                timeline_->choose(offered_[static_cast<std::size_t>(i)]);
        });
}

void RangeControls::update() {
    const TimeWindow& window = timeline_->window();
    if (const auto offered = window.offered(); offered != offered_)
        rebuild(offered);
    // Of what was zoomed by hand none is shown as chosen.
    const bool isOwn = window.moved();
    const auto chosen = std::find(offered_.begin(), offered_.end(), window.chosen());
    const int index = isOwn ? -1 : static_cast<int>(chosen - offered_.begin());
    if (ranges_->currentIndex() != index) {
        const QSignalBlocker quiet(ranges_);
        ranges_->setCurrentIndex(index);
    }
    for (int i = 0; i < menu_->actions().size(); ++i)
        menu_->actions().at(i)->setChecked(i == index);
    button_->setText(isOwn ? tr("Own range") : rangeName(window.chosen()));
    button_->setAccessibleName(
        tr("Range of time: %1").arg(isOwn ? tr("zoomed by hand") : rangeFullName(window.chosen())));
    if (window.following())
        follow_->setWhat(Icon::pause, timeline_->isLive()
                                          ? tr("Pause: charts do not move")
                                          : tr("Pause: the charts no longer follow the clock"));
    else
        follow_->setWhat(Icon::play, tr("Follow the time again"));
    reset_->setVisible(window.moved());
}

int RangeControls::fullWidth() const {
    return ranges_->sizeHint().width() + follow_->sizeHint().width() + reset_->sizeHint().width() +
           16;
}

void RangeControls::setNarrow(bool narrow) {
    narrow_ = narrow;
    ranges_->setVisible(!narrow);
    button_->setVisible(narrow);
}

}  // namespace apportion::ui
