// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/target_table.h"

#include <algorithm>

#include <QEvent>
#include <QGridLayout>
#include <QPainter>

#include "core/view/view.h"
#include "ui/scaling/cell_label.h"
#include "ui/scaling/gpu_field.h"
#include "ui/texts.h"
#include "ui/widgets/style_paint.h"

namespace apportion::ui {

namespace {

constexpr int kHead = 28;
constexpr int kRow = 36;
constexpr int kColumns = 8;

enum Column {
    nameColumn,
    nowColumn,
    targetColumn,
    changeColumn,
    useColumn,
    childrenColumn,
    limitColumn,
    stateColumn
};

Cell headCell(const QString& text, bool left = false) {
    Cell cell = left ? Cell::words(text) : Cell::number(text);
    return cell.withType(Type::small).withRole(Role::text3);
}

QString useText(const QuotaNumbers& numbers) {
    QStringList parts;
    if (numbers.own > 0)
        parts << TargetTable::tr("%1 own").arg(gpuNumber(numbers.own));
    if (numbers.below > 0)
        parts << TargetTable::tr("%1 below").arg(gpuNumber(numbers.below));
    if (numbers.above > 0)
        parts << TargetTable::tr("%1 above").arg(gpuNumber(usedFromAbove(numbers)));
    return parts.isEmpty() ? TargetTable::tr("none") : parts.join(QStringLiteral(" + "));
}

QString useAbout(const QuotaNumbers& numbers) {
    if (numbers.above > 0)
        return TargetTable::tr(
                   "%1 GPUs in use here and below; a quota above uses %2 of the guarantee")
            .arg(gpuNumber(numbers.subtree), gpuNumber(usedFromAbove(numbers)));
    return TargetTable::tr("GPUs in use here and below now");
}

QString limitText(const ScaleRow& row) {
    if (!row.numbers.limit)
        return TargetTable::tr("none");
    return row.limitOf == row.quota ? gpuNumber(*row.numbers.limit)
                                    : TargetTable::tr("%1, of %2", "a limit and whose it is")
                                          .arg(gpuNumber(*row.numbers.limit), qt(row.limitOf));
}

}  // namespace

TargetTable::TargetTable(QWidget* parent) : QFrame(parent), grid_(new QGridLayout(this)) {
    setFrameShape(QFrame::StyledPanel);
    setProperty("kind", "card");
    grid_->setContentsMargins(12, 0, 12, 0);
    grid_->setHorizontalSpacing(20);
    grid_->setVerticalSpacing(0);
    grid_->setColumnStretch(nameColumn, 1);
    const QString heads[kColumns] = {tr("Quota"),  tr("Now"),           tr("Target"), tr("Change"),
                                     tr("In use"), tr("Children need"), tr("Limit"),  {}};
    for (int column = 0; column < kColumns; ++column)
        grid_->addWidget(new CellLabel(headCell(heads[column], column == nameColumn)), 0, column);
    grid_->setRowMinimumHeight(0, kHead);
}

void TargetTable::build(std::size_t rows) {
    for (const Row& row : rows_) {
        for (QWidget* widget :
             std::initializer_list<QWidget*>{row.name, row.now, row.target, row.change, row.use,
                                             row.children, row.limit, row.state})
            widget->deleteLater();
    }
    // A grid keeps the height of rows in which nothing stands any more.
    for (std::size_t i = rows; i < rows_.size(); ++i)
        grid_->setRowMinimumHeight(static_cast<int>(i) + 1, 0);
    rows_.clear();
    for (std::size_t i = 0; i < rows; ++i) {
        Row row;
        row.target = new GpuField(this);
        connect(row.target, &GpuField::edited, this,
                [this, i](qlonglong gpu) { emit edited(static_cast<int>(i), gpu); });
        connect(row.target, &GpuField::readableChanged, this, [this] {
            mark();
            emit readableChanged();
        });
        const int at = static_cast<int>(i) + 1;
        const auto cell = [&](CellLabel*& label, int column) {
            label = new CellLabel({}, this);
            grid_->addWidget(label, at, column);
        };
        cell(row.name, nameColumn);
        cell(row.now, nowColumn);
        grid_->addWidget(row.target, at, targetColumn);
        row.target->setFixedWidth(96);
        cell(row.change, changeColumn);
        QSizePolicy keeps = row.change->sizePolicy();
        keeps.setRetainSizeWhenHidden(true);
        row.change->setSizePolicy(keeps);
        cell(row.use, useColumn);
        cell(row.children, childrenColumn);
        cell(row.limit, limitColumn);
        cell(row.state, stateColumn);
        row.state->setFixedWidth(18);
        grid_->setRowMinimumHeight(at, controlHeight(kRow));
        rows_.push_back(row);
    }
}

void TargetTable::setLevel(const ScaleLevel& level, const std::vector<ScaleName>& names) {
    if (rows_.size() != level.rows.size())
        build(level.rows.size());
    level_ = level;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        fill(rows_[i], level.rows[i], names[i]);
    mark();
}

void TargetTable::fill(Row& row, const ScaleRow& values, const ScaleName& name) {
    row.name->setCell(Cell::name(name.quota, name.team).withTeam(name.colour));
    row.now->setCell(Cell::number(gpuNumber(values.now)));
    row.target->setGpu(values.target);
    row.target->setAccessibleName(tr("Target of %1 in GPUs").arg(name.quota));
    const Gpu change = values.target - values.now;
    row.change->setCell(Cell::number(change > 0   ? tr("+%1").arg(gpuNumber(change))
                                     : change < 0 ? gpuNumber(change)
                                                  : QStringLiteral("0"),
                                     change > 0   ? Role::good
                                     : change < 0 ? Role::err
                                                  : Role::text3)
                            .withType(change != 0 ? Type::head : Type::body));
    row.now->setAbout(tr("GPUs guaranteed to %1 now").arg(name.quota));
    row.change->setAbout(tr("Target minus present guarantee: %1 − %2 GPUs")
                             .arg(gpuNumber(values.target), gpuNumber(values.now)));
    row.use->setAbout(useAbout(values.numbers));
    row.children->setAbout(
        tr("Guarantees of the quotas below, in GPUs. The target must not be lower. Rule 1"));
    row.limit->setAbout(
        !values.numbers.limit ? tr("No limit here or above")
        : values.limitOf == values.quota
            ? tr("Most GPUs it can use, set here. Rule 3")
            : tr("Most GPUs it can use, set on %1. Rule 3").arg(qt(values.limitOf)));
    row.children->setCell(
        Cell::number(values.children > 0 ? gpuNumber(values.children) : tr("none"),
                     values.children > 0 ? Role::text2 : Role::text3));
    row.limit->setCell(
        Cell::number(limitText(values), values.numbers.limit ? Role::text2 : Role::text3));
}

std::vector<CellLabel*> TargetTable::numbers(std::size_t row) const {
    const Row& of = rows_[row];
    return {of.now, of.change, of.use, of.children, of.limit};
}

void TargetTable::setCheck(const ScaleCheck& check) {
    check_ = check;
    checked_ = true;
    mark();
}

void TargetTable::setUnchecked() {
    checked_ = false;
    mark();
}

void TargetTable::mark() {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const ScaleRow& values = level_.rows[i];
        const auto here = [&](const auto& each) { return each.quota == values.quota; };
        const bool changed = values.target != values.now;
        // Where more is given than there is, whoever asks for more.
        const bool over = level_.unassigned() < 0 && values.target > values.now;
        const bool wrong = over || rows_[i].target->isWrong() ||
                           std::any_of(check_.problems.begin(), check_.problems.end(), here) ||
                           values.target < values.children ||
                           values.target > values.most.value_or(values.target);
        const bool open = changed && !checked_;
        const bool blocked =
            !open && std::any_of(check_.obstacles.begin(), check_.obstacles.end(), here);
        Row& row = rows_[i];
        row.change->setVisible(rows_[i].target->isReadable());
        row.use->setCell(Cell::number(useText(values.numbers), blocked ? Role::warn : Role::text));
        row.state->setCell(Cell::words({}).withIcon(wrong                 ? Icon::error
                                                    : blocked             ? Icon::warning
                                                    : changed && checked_ ? Icon::checkCircle
                                                                          : Icon::none,
                                                    wrong     ? Role::err
                                                    : blocked ? Role::warn
                                                              : Role::good));
        const QString state = wrong     ? tr("cannot be applied")
                              : open    ? tr("being checked")
                              : blocked ? tr("workloads in the way")
                              : changed ? tr("can be applied")
                                        : tr("stays as it is");
        row.state->setToolTip(state);
        row.state->setAccessibleName(state);
        if (row.target->property("error").toBool() != wrong) {
            row.target->setProperty("error", wrong);
            row.target->update();
        }
    }
}

// The lines stand between the rows, wherever these have moved: also when what was above them goes
// only later.
bool TargetTable::event(QEvent* event) {
    const bool handled = QFrame::event(event);
    if (event->type() == QEvent::LayoutRequest)
        update();
    return handled;
}

void TargetTable::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    QPainter painter(this);
    for (int row = 0; row < static_cast<int>(rows_.size()); ++row)
        paintHairline(painter, 1, width() - 1, grid_->cellRect(row, 0).bottom(), color(Role::line));
}

}  // namespace apportion::ui
