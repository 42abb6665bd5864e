// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/argument_list.h"

#include <algorithm>
#include <cmath>

#include <QFontDatabase>
#include <QLocale>
#include <QPainter>
#include <QTextLayout>

#include "ui/visible_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr double kPadX = 6;
constexpr double kPadY = 3;
constexpr double kArgumentListGap = 4;

// Lines break anywhere: a word has no places of its own for it. Gives the height.
double layOut(QTextLayout& layout, double room) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAnywhere);
    // A word from the right to the left would look as if its parts were swapped.
    option.setTextDirection(Qt::LeftToRight);
    layout.setTextOption(option);
    double y = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(room, 1.0));
        line.setPosition(QPointF(0, y));
        y += line.height();
    }
    layout.endLayout();
    return std::max(y, QFontMetricsF(layout.font()).height());
}

}  // namespace

QFont fixedFont() {
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPixelSize(ui::font(Type::second).pixelSize());
    return fixed;
}

ArgumentList::ArgumentList(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Program and arguments"));
}

void ArgumentList::setArguments(const QStringList& arguments) {
    QStringList words;
    words.reserve(arguments.size());
    for (const QString& each : arguments)
        words << visibleWord(each);
    if (words == words_)
        return;
    words_ = words;
    setAccessibleDescription(words_.join(QLatin1String("; ")));
    updateGeometry();
    update();
}

void ArgumentList::setMost(int most) {
    most_ = most;
    updateGeometry();
    update();
}

void ArgumentList::setNumbered(bool numbered) {
    numbered_ = numbered;
    updateGeometry();
    update();
}

double ArgumentList::numberWidth() const {
    const QFontMetricsF metrics(ui::font(Type::small));
    return numbered_ ? metrics.horizontalAdvance(QStringLiteral("00")) + 8 : 0;
}

int ArgumentList::lines() const {
    const auto all = static_cast<int>(words_.size());
    return most_ > 0 ? std::min(all, most_) : all;
}

double ArgumentList::room(int width) const {
    return width - numberWidth() - 2 * kPadX;
}

double ArgumentList::heightOf(const QString& word, double room) const {
    QTextLayout layout(word, fixedFont());
    return layOut(layout, room) + 2 * kPadY;
}

int ArgumentList::heightForWidth(int width) const {
    double height = 0;
    for (int i = 0; i < lines(); ++i)
        height += heightOf(words_[i], room(width)) + (i > 0 ? kArgumentListGap : 0);
    if (lines() < words_.size())
        height += QFontMetricsF(ui::font(Type::second)).height() + kArgumentListGap;
    return static_cast<int>(std::ceil(height));
}

QSize ArgumentList::sizeHint() const {
    return {280, heightForWidth(280)};
}

QSize ArgumentList::minimumSizeHint() const {
    return {120, 0};
}

void ArgumentList::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double left = numberWidth();
    double y = 0;
    for (int i = 0; i < lines(); ++i) {
        QTextLayout layout(words_[i], fixedFont());
        const double height = layOut(layout, room(width())) + 2 * kPadY;
        // No wider than its word, so that blanks at its end are seen.
        double wide = 0;
        for (int line = 0; line < layout.lineCount(); ++line)
            wide = std::max(wide, layout.lineAt(line).naturalTextWidth());
        const QRectF box(left, y, std::min(wide + 2 * kPadX, width() - left), height);
        paintBox(painter, box, color(Role::sunken), color(Role::line2), kCheckRadius);
        painter.setFont(ui::font(Type::small));
        painter.setPen(color(Role::text3));
        if (numbered_)
            painter.drawText(QRectF(0, y, left - 8, height), Qt::AlignRight | Qt::AlignVCenter,
                             QLocale().toString(i + 1));
        painter.setPen(color(i == 0 ? Role::text : Role::text2));
        layout.draw(&painter, QPointF(left + kPadX, y + kPadY));
        y += height + kArgumentListGap;
    }
    const auto more = static_cast<int>(words_.size()) - lines();
    if (more == 0)
        return;
    painter.setFont(ui::font(Type::second));
    painter.setPen(color(Role::text2));
    painter.drawText(QRectF(left, y, width() - left, height() - y), Qt::AlignLeft | Qt::AlignTop,
                     tr("and %Ln more", nullptr, more));
}

}  // namespace apportion::ui
