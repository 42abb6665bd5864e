// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/exposure_view.h"

#include <QHeaderView>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/start_text.h"
#include "ui/texts.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

using By = ExposedPart::By;

QString prioritiesOf(const ExposedPart& part) {
    return part.leastPriority == part.mostPriority
               ? LeadText::tr("priority %1").arg(part.leastPriority)
               : LeadText::tr("priority %1 to %2").arg(part.leastPriority).arg(part.mostPriority);
}

QString whatOf(const LeadView& lead, const ExposedPart& part) {
    switch (part.by) {
        case By::background:
            return LeadText::tr("Background workloads");
        case By::reclaim:
            return part.started ? LeadText::tr("Borrowed, started %1")
                                      .arg(momentText(lead.view, *part.started))
                                : LeadText::tr("Borrowed, %n workload(s)", nullptr, part.workloads);
        case By::ownQuota:
        case By::sibling:
        case By::parent:
            break;
    }
    return LeadText::tr("%n workload(s) of %1", nullptr, part.workloads).arg(prioritiesOf(part));
}

QString byWhom(const ExposedPart& part) {
    switch (part.by) {
        case By::background:
            return LeadText::tr("any workload");
        case By::reclaim:
            return LeadText::tr("a sibling quota");
        case By::ownQuota:
            return LeadText::tr("this quota");
        case By::sibling:
            return LeadText::tr("a sibling quota");
        case By::parent:
            return LeadText::tr("the parent quota");
    }
    return {};
}

QString whenOf(const ExposedPart& part) {
    switch (part.by) {
        case By::background:
            return LeadText::tr("when it needs the GPUs");
        case By::reclaim:
            return LeadText::tr("when it needs its guarantee");
        case By::ownQuota:
        case By::sibling:
            return LeadText::tr("for workloads of higher priority");
        case By::parent:
            return LeadText::tr("for its own workloads of any priority");
    }
    return {};
}

}  // namespace

std::vector<CellTable::Head> exposureHeads() {
    return {{LeadText::tr("Can be evicted")},
            {LeadText::tr("GPUs"), true},
            {LeadText::tr("By")},
            {LeadText::tr("When")},
            {LeadText::tr("Protected until"), true}};
}

std::vector<CellTable::Row> exposureRows(const LeadView& lead) {
    std::vector<CellTable::Row> rows;
    if (lead.look == nullptr)
        return rows;
    for (const ExposedPart& part : lead.look->exposure.parts) {
        CellTable::Row row;
        row.cells.push_back(Cell::words(whatOf(lead, part)));
        row.cells.push_back(Cell::number(gpuNumber(part.gpu)));
        row.cells.push_back(Cell::words(byWhom(part)).withRole(Role::text2));
        row.cells.push_back(Cell::words(whenOf(part)).withRole(Role::text2));
        row.cells.push_back(part.until
                                ? Cell::number(momentText(lead.view, *part.until), Role::good)
                                : Cell::number(LeadText::tr("not protected"), Role::warn));
        row.toolTip = part.by == By::reclaim
                          ? LeadText::tr(
                                "Which workloads go is decided then: first those of low "
                                "priority, then the latest. Rules 14 and 18")
                      : part.by == By::parent ? LeadText::tr("Child-level preemption. Rule 16")
                                              : LeadText::tr("Self-level preemption. Rule 15");
        rows.push_back(std::move(row));
    }
    return rows;
}

ExposureBar::ExposureBar(QWidget* parent) : QWidget(parent) {
    setFixedHeight(controlHeight(26));
}

QSize ExposureBar::sizeHint() const {
    return {200, height()};
}

void ExposureBar::setExposure(const Exposure& exposure, int colour) {
    exposure_ = exposure;
    colour_ = colour;
    update();
}

// From what is safe to what goes first; borrowed parts are hatched, as everywhere.
void ExposureBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QRectF room = QRectF(rect()).adjusted(16, 2, -16, -2);
    painter.fillRect(room, color(Role::trough));
    if (exposure_.running <= 0)
        return;
    painter.setFont(ui::font(Type::secondHead));
    double left = room.left();
    const auto part = [&](Gpu gpu, const QBrush& brush, const QColor& ground, const QString& text) {
        if (gpu <= 0)
            return;
        const double width =
            room.width() * static_cast<double>(gpu) / static_cast<double>(exposure_.running);
        const QRectF box(left, room.top(), std::max(1.0, width - 1), room.height());
        fillHatched(painter, box, brush);
        const double needs = painter.fontMetrics().horizontalAdvance(text) + 12;
        if (needs <= box.width()) {
            painter.setPen(textOn(ground));
            painter.drawText(box.adjusted(8, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
        }
        left += width;
    };
    const QColor team = teamColor(colour_);
    part(exposure_.safe, team, team, tr("%1 safe").arg(gpuNumber(exposure_.safe)));
    for (const ExposedPart& each : exposure_.parts) {
        const bool borrowed = each.by == By::reclaim || each.by == By::background;
        const QColor ground = mix(team, color(Role::surface), borrowed ? 0.65 : 0.45);
        part(each.gpu, borrowed ? hatchBrush({team, ground}) : QBrush(ground), ground,
             borrowed ? gpuNumber(each.gpu)
                      : tr("%1 of %2").arg(gpuNumber(each.gpu), prioritiesOf(each)));
    }
}

ExposureView::ExposureView(QWidget* parent)
    : QWidget(parent),
      head_(new SectionHead(tr("What can be evicted"), this)),
      bar_(new ExposureBar(this)),
      rows_(new CellTable(exposureHeads(), this)),
      table_(new TreeView(TreeView::Shape::table, this)),
      nothing_(new TextLabel({}, Type::body, Role::text2, this)) {
    table_->setModel(rows_);
    table_->setAccessibleName(tr("What can be evicted"));
    table_->setRootIsDecorated(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table_->setColumns({{ColumnSpec::fit, 150, 260},
                        {ColumnSpec::fit, 50},
                        {ColumnSpec::fit, 90, 150},
                        {ColumnSpec::stretch, 100},
                        {ColumnSpec::fit, 90}});
    nothing_->setContentsMargins(16, 4, 16, 8);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head_);
    column->addWidget(bar_);
    column->addWidget(nothing_);
    column->addWidget(table_);
}

void ExposureView::setLead(const LeadView& lead, int colour) {
    rows_->setRows(exposureRows(lead));
    const bool known = lead.look != nullptr;
    const Exposure exposure = known ? lead.look->exposure : Exposure();
    const Gpu exposed = exposure.running - exposure.safe;
    head_->setSecond(exposed > 0 ? tr("%1 of %2 running GPUs, %3 of them protected now")
                                       .arg(gpuNumber(exposed), gpuNumber(exposure.running),
                                            gpuNumber(exposure.sheltered))
                                 : QString());
    bar_->setVisible(exposure.running > 0);
    bar_->setExposure(exposure, colour);
    table_->setVisible(!rows_->rows().empty());
    table_->setFixedHeight(table_->header()->sizeHint().height() +
                           rows_->rowCount() * controlHeight(28) + 2);
    nothing_->setVisible(rows_->rows().empty());
    nothing_->setText(!known                  ? tr("Being found")
                      : exposure.running == 0 ? tr("No workload runs.")
                                              : tr("No workload can be evicted now."));
}

}  // namespace apportion::ui
