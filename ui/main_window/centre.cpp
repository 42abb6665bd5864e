// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/centre.h"

#include <algorithm>

#include <QAbstractScrollArea>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include "ui/widgets/empty_state.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/reading_order.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

class TabRow final : public QWidget {
public:
    explicit TabRow(QWidget* parent) : QWidget(parent) { setFixedHeight(controlHeight(40)); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(rect(), color(Role::surface));
        painter.fillRect(QRectF(0, height() - 1, width(), 1), color(Role::line));
    }
};

}  // namespace

Centre::Centre(QWidget* parent)
    : QWidget(parent),
      pages_(new QStackedWidget(this)),
      cover_(new EmptyState(Icon::clock, {}, {}, this)) {
    auto* row = new TabRow(this);
    tabs_ = new QTabBar(row);
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    tabs_->setFocusPolicy(Qt::TabFocus);
    tabs_->setAccessibleName(tr("Views"));
    row_ = new QHBoxLayout(row);
    row_->setContentsMargins(4, 0, 12, 0);
    row_->addWidget(tabs_, 0, Qt::AlignBottom);
    row_->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(row);
    layout->addWidget(pages_, 1);
    layout->addWidget(cover_, 1);
    cover_->hide();
    connect(tabs_, &QTabBar::currentChanged, this, [this](int page) {
        turnTo(page);
        emit pageChanged(page);
    });
}

// Who worked in the page that goes, by the keyboard, works on in what the other is about: its table
// or map, else what one would read first.
void Centre::turnTo(int page) {
    const QWidget* focus = window()->focusWidget();
    const bool goesOn = focus != nullptr && pages_->isAncestorOf(focus);
    pages_->setCurrentIndex(page);
    if (!goesOn)
        return;
    const std::vector<QWidget*> stops = readingOrder(*pages_->currentWidget());
    const auto main = std::find_if(stops.begin(), stops.end(), [](QWidget* each) {
        return qobject_cast<QAbstractScrollArea*>(each) && !qobject_cast<QScrollArea*>(each);
    });
    if (main != stops.end())
        (*main)->setFocus(Qt::OtherFocusReason);
    else if (!stops.empty())
        stops.front()->setFocus(Qt::OtherFocusReason);
}

void Centre::addPage(QWidget* page, const QString& name, const QString& title) {
    page->setObjectName(name);
    pages_->addWidget(page);
    tabs_->addTab(title);
}

void Centre::setCorner(QWidget* widget) {
    corner_ = widget;
    row_->addWidget(widget);
}

void Centre::setCornerVisible(bool visible) {
    if (corner_)
        corner_->setVisible(visible);
}

void Centre::setTitle(int page, const QString& title) {
    if (tabs_->tabText(page) != title)
        tabs_->setTabText(page, title);
}

void Centre::setCurrent(int page) {
    tabs_->setCurrentIndex(page);
}

void Centre::setCover(const QString& title, const QString& sentence) {
    cover_->setTexts(title, sentence);
    cover_->setVisible(!title.isEmpty());
    pages_->setVisible(title.isEmpty());
}

int Centre::indexOf(const QString& name) const {
    for (int i = 0; i < pages_->count(); ++i)
        if (pages_->widget(i)->objectName() == name)
            return i;
    return -1;
}

int Centre::current() const {
    return tabs_->currentIndex();
}

QWidget* Centre::page(int index) const {
    return pages_->widget(index);
}

void Centre::showEvent(QShowEvent*) {
    // Tabs that were added while another page hid them have no width yet.
    for (int i = 0; i < tabs_->count(); ++i)
        tabs_->setTabText(i, tabs_->tabText(i));
}

void Centre::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), color(Role::surface));
}

}  // namespace apportion::ui
