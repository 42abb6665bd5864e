// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/key_number.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/widgets/fonts.h"

namespace apportion::ui {
namespace {

constexpr int kKeyNumberMargin = 16;
constexpr int kNarrowest = 130;
constexpr int kHeight = 88;
constexpr double kKeyNumberGap = 8;  // between a value and its unit
constexpr double kStep = 8;

// Baselines from the top, at the scale of the pictures.
constexpr double kLabelLine = 22;
constexpr double kValueLine = 53;
constexpr double kNoteLine = 74;

double drawCut(QPainter& painter, const QPointF& at, double room, const QString& text, Type type,
               Role role) {
    const QFont face = font(type);
    const QFontMetricsF metrics(face);
    painter.setFont(face);
    painter.setPen(color(role));
    painter.drawText(at, metrics.elidedText(text, Qt::ElideRight, room));
    return metrics.horizontalAdvance(text);
}

}  // namespace

KeyNumbers::KeyNumbers(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void KeyNumbers::setNumbers(const QList<KeyNumber>& numbers) {
    if (numbers == m_numbers)
        return;
    m_numbers = numbers;
    QStringList said;
    for (const KeyNumber& number : numbers)
        //: A key number for screen readers: label, value with unit, note.
        said << tr("%1: %2 %3, %4").arg(number.label, number.value, number.unit, number.note);
    setAccessibleName(tr("Key numbers"));
    setAccessibleDescription(said.join(QLatin1String("; ")));
    updateGeometry();
    update();
}

int KeyNumbers::shownCount() const {
    const int room = (width() - kKeyNumberMargin) / kNarrowest;
    int count = std::clamp(room, 1, std::max(1, static_cast<int>(m_numbers.size())));
    // No number and no unit is cut: before that one goes at the right.
    double must = 0;
    for (int i = 0; i < count && i < m_numbers.size(); ++i)
        must += needOf(m_numbers[i]);
    while (count > 1 && must > width() - kKeyNumberMargin)
        must -= needOf(m_numbers[--count]);
    return count;
}

double KeyNumbers::needOf(const KeyNumber& number, Type type) {
    const double unit =
        QFontMetricsF(apportion::ui::font(Type::body)).horizontalAdvance(number.unit);
    const QFontMetricsF metrics(apportion::ui::font(type));
    const double value =
        std::max(metrics.horizontalAdvance(number.value), metrics.horizontalAdvance(number.widest));
    // In steps: the cells stand still while a live number ticks.
    return std::ceil((value + kKeyNumberGap + unit + kKeyNumberMargin + 4) / kStep) * kStep;
}

double KeyNumbers::needOfAll(Type value) const {
    double must = 0;
    for (const KeyNumber& number : m_numbers)
        must += needOf(number, value);
    return must;
}

Type KeyNumbers::valueType() const {
    return needOfAll(Type::key) <= width() - kKeyNumberMargin ? Type::key : Type::title;
}

double KeyNumbers::wishOf(const KeyNumber& number, const QString& note) const {
    const QFontMetricsF small(apportion::ui::font(Type::second));
    const double texts =
        std::max(small.horizontalAdvance(number.label), small.horizontalAdvance(note));
    return std::max(needOf(number), std::ceil((texts + kKeyNumberMargin + 4) / kStep) * kStep);
}

const QString& KeyNumbers::noteOf(const KeyNumber& number, int brevity) {
    const auto brief = std::min(static_cast<qsizetype>(brevity), number.briefs.size());
    return brief == 0 ? number.note : number.briefs[brief - 1];
}

int KeyNumbers::brevityFor(int count) const {
    qsizetype most = 0;
    for (const KeyNumber& number : m_numbers)
        most = std::max(most, number.briefs.size());
    int brevity = 0;
    for (; brevity < most; ++brevity) {
        double wished = 0;
        for (int i = 0; i < count && i < m_numbers.size(); ++i)
            wished += wishOf(m_numbers[i], noteOf(m_numbers[i], brevity));
        if (wished <= width() - kKeyNumberMargin)
            break;
    }
    return brevity;
}

const QString& KeyNumbers::shownNote(int index) const {
    const KeyNumber& number = m_numbers[index];
    const QFontMetricsF small(apportion::ui::font(Type::second));
    const double room = cell(index).width() - kKeyNumberMargin - 4;
    int brevity = 0;
    while (brevity < number.briefs.size() &&
           small.horizontalAdvance(noteOf(number, brevity)) > room)
        ++brevity;
    return noteOf(number, brevity);
}

QRectF KeyNumbers::cell(int index) const {
    // All the same width, unless something would be cut: then it takes from what others do not
    // need. Where not all texts have room, the numbers have it, and the texts what is left by the
    // same part of their wish.
    const int count = shownCount();
    const double room = width() - kKeyNumberMargin;
    const double same = room / count;
    const int brevity = brevityFor(count);
    const auto wish = [this, brevity](const KeyNumber& number) {
        return wishOf(number, noteOf(number, brevity));
    };
    double wished = 0;
    double must = 0;
    for (int i = 0; i < count && i < m_numbers.size(); ++i) {
        wished += wish(m_numbers[i]);
        must += needOf(m_numbers[i]);
    }
    const double granted = wished <= room ? 1 : must < room ? (room - must) / (wished - must) : 0;
    const auto widthOf = [this, granted, &wish](const KeyNumber& number) {
        const double need = needOf(number);
        return need + granted * (wish(number) - need);
    };
    double needed = 0;
    double spare = 0;
    for (int i = 0; i < count && i < m_numbers.size(); ++i) {
        const double need = widthOf(m_numbers[i]);
        needed += std::max(0.0, need - same);
        spare += std::max(0.0, same - need);
    }
    const double part = needed > 0 && needed <= spare + 0.5 ? std::min(1.0, needed / spare) : 0;
    double x = kKeyNumberMargin;
    for (int i = 0;; ++i) {
        const double need = i < m_numbers.size() ? widthOf(m_numbers[i]) : same;
        const double own = part == 0 ? same : need > same ? need : same - part * (same - need);
        if (i == index)
            return {x, 0, own, static_cast<double>(height())};
        x += own;
    }
}

QSize KeyNumbers::sizeHint() const {
    return {static_cast<int>(m_numbers.size()) * kNarrowest + kKeyNumberMargin,
            qRound(kHeight * fontScale())};
}

QSize KeyNumbers::minimumSizeHint() const {
    return {kNarrowest + kKeyNumberMargin, sizeHint().height()};
}

void KeyNumbers::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const double scale = fontScale();
    const Type type = valueType();
    for (int i = 0; i < std::min(shownCount(), static_cast<int>(m_numbers.size())); ++i) {
        const KeyNumber& number = m_numbers[i];
        const QRectF box = cell(i);
        const double x = box.left();
        const double room = box.width() - kKeyNumberMargin - 4;
        if (i > 0)
            painter.fillRect(QRectF(std::round(x - kKeyNumberMargin), 16, 1, height() - 28.0),
                             color(Role::line));
        drawCut(painter, {x, kLabelLine * scale}, room, number.label, Type::second, Role::text2);
        const double used =
            drawCut(painter, {x, kValueLine * scale}, room, number.value, type, Role::text);
        drawCut(painter, {x + used + kKeyNumberGap, kValueLine * scale},
                room - used - kKeyNumberGap, number.unit, Type::body, Role::text2);
        drawCut(painter, {x, kNoteLine * scale}, room, shownNote(i), Type::second, number.noteRole);
    }
}

QString KeyNumbers::tipOf(int index) const {
    const KeyNumber& number = m_numbers[index];
    const QFontMetricsF small(apportion::ui::font(Type::second));
    const double room = cell(index).width() - kKeyNumberMargin - 4;
    QStringList lines;
    if (small.horizontalAdvance(number.label) > room)
        lines << number.label;
    if (shownNote(index) != number.note || small.horizontalAdvance(number.note) > room)
        lines << number.note;
    if (!number.toolTip.isEmpty())
        lines << number.toolTip;
    return lines.join(QLatin1Char('\n'));
}

bool KeyNumbers::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (int i = 0; i < std::min(shownCount(), static_cast<int>(m_numbers.size())); ++i)
        if (cell(i).contains(help->pos())) {
            QToolTip::showText(help->globalPos(), tipOf(i), this, cell(i).toRect());
            return true;
        }
    QToolTip::hideText();
    event->ignore();
    return true;
}

}  // namespace apportion::ui
