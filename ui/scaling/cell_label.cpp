// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/cell_label.h"

#include <cmath>

#include <QFontMetrics>
#include <QPainter>

#include "ui/widgets/cell_paint.h"

namespace apportion::ui {

namespace {

constexpr int kCellLabelLeastName = 120;

}  // namespace

CellLabel::CellLabel(const Cell& cell, QWidget* parent) : QWidget(parent) {
    setCell(cell);
}

void CellLabel::setCell(const Cell& cell) {
    cell_ = cell;
    setSizePolicy(cell.kind == CellKind::text ? QSizePolicy::Expanding : QSizePolicy::Preferred,
                  QSizePolicy::Fixed);
    setAccessibleName(cell.plainText());
    explain();
    updateGeometry();
    update();
}

void CellLabel::setAbout(const QString& about) {
    about_ = about;
    setAccessibleDescription(about);
    explain();
}

QSize CellLabel::sizeHint() const {
    return {
        static_cast<int>(std::ceil(cellWidth(cell_))) + 1,
        std::max(badgeSize({}).height(), QFontMetrics(apportion::ui::font(cell_.type)).height())};
}

QSize CellLabel::minimumSizeHint() const {
    const QSize wanted = sizeHint();
    return cell_.kind == CellKind::text ? wanted.boundedTo({kCellLabelLeastName, wanted.height()})
                                        : wanted;
}

void CellLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintCell(painter, QRectF(rect()), cell_, isEnabled());
}

void CellLabel::resizeEvent(QResizeEvent*) {
    explain();
}

void CellLabel::explain() {
    const bool cut = cellWidth(cell_) > width() + 0.5;
    setToolTip(!cut                     ? about_
               : cell_.second.isEmpty() ? cell_.text
                                        : QStringLiteral("%1, %2").arg(cell_.text, cell_.second));
}

}  // namespace apportion::ui
