// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts_page/charts_page.h"

#include <QVBoxLayout>

#include "ui/charts/team_chart.h"

namespace apportion::ui {

ChartsPage::ChartsPage(QWidget* parent)
    : QWidget(parent),
      stacked_(new TeamChart(TeamChart::Kind::stacked, tr("GPUs per team"), false, this)),
      lines_(new TeamChart(TeamChart::Kind::lines, tr("Against the guarantees"), false, this)),
      queue_(new TeamChart(TeamChart::Kind::queue, tr("Queue"), false, this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(stacked_, 10);
    layout->addWidget(lines_, 10);
    layout->addWidget(queue_, 5);
    for (TeamChart* one : {stacked_, lines_, queue_})
        for (TeamChart* other : {stacked_, lines_, queue_})
            if (one != other)
                one->follow(other);
}

void ChartsPage::setView(const ViewPtr& view) {
    for (TeamChart* chart : {stacked_, lines_, queue_})
        chart->setView(view);
}

}  // namespace apportion::ui
