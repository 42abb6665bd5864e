// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fact_list.h"

#include <algorithm>

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/visible_text.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/style_paint.h"

namespace apportion::ui {
namespace {

constexpr int kFactListRow = 24;
constexpr int kFactListGap = 12;  // between label and value

int rowHeight() {
    return std::max(kFactListRow, QFontMetrics(font(Type::body)).height() + 8);
}

}  // namespace

FactList::FactList(QWidget* parent) : QWidget(parent) {
    // Not fixed: the height for the width would be held to that of the hint.
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Facts"));
}

void FactList::setFacts(QList<Fact> facts) {
    for (Fact& fact : facts)
        fact.value = visible(fact.value);
    if (facts == m_facts)
        return;
    if (!std::equal(facts.begin(), facts.end(), m_facts.begin(), m_facts.end(),
                    [](const Fact& a, const Fact& b) { return a.label == b.label; }))
        m_tall.clear();
    for (const Fact& fact : m_facts)
        if (isTall(fact, width()))
            m_tall << fact.label;
    m_facts = facts;
    QStringList said;
    for (const Fact& fact : facts)
        //: A fact of the inspector for screen readers: "Guaranteed: 80 GPUs".
        said << tr("%1: %2").arg(fact.label, fact.value);
    setAccessibleDescription(said.join(QLatin1String("; ")));
    updateGeometry();
    update();
}

QSize FactList::sizeHint() const {
    return {240, static_cast<int>(m_facts.size()) * rowHeight()};
}

QSize FactList::minimumSizeHint() const {
    return {120, sizeHint().height()};
}

bool FactList::isTall(const Fact& fact, int width) const {
    const QFont labelFace = apportion::ui::font(Type::body);
    const QFont valueFace = apportion::ui::font(Type::name);
    const double wanted = QFontMetricsF(labelFace).horizontalAdvance(fact.label) + kFactListGap +
                          figuresWidth(fact.value, valueFace);
    return wanted > width || m_tall.contains(fact.label);
}

int FactList::heightOf(const Fact& fact, int width) const {
    return isTall(fact, width)
               ? rowHeight() + QFontMetrics(apportion::ui::font(Type::name)).height()
               : rowHeight();
}

int FactList::heightForWidth(int width) const {
    int height = 0;
    for (const Fact& fact : m_facts)
        height += heightOf(fact, width);
    return height;
}

QString FactList::aboutAt(int y) const {
    int bottom = 0;
    for (const Fact& fact : m_facts) {
        bottom += heightOf(fact, width());
        if (y < bottom)
            return y >= 0 ? fact.about : QString();
    }
    return {};
}

bool FactList::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), aboutAt(help->pos().y()), this);
    return true;
}

void FactList::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QFont labelFace = apportion::ui::font(Type::body);
    const QFont valueFace = apportion::ui::font(Type::name);
    int top = 0;
    for (qsizetype i = 0; i < m_facts.size(); ++i) {
        const Fact& fact = m_facts[i];
        const int height = heightOf(fact, width());
        const int below = height - rowHeight();  // of the label, to the value's line
        const QRectF row(0, top, width(), rowHeight() - 1);
        drawFigures(painter, row.translated(0, below), Qt::AlignRight, fact.value, valueFace,
                    color(fact.role));
        painter.setFont(labelFace);
        painter.setPen(color(Role::text2));
        painter.drawText(
            QPointF(0, baselineIn(row, labelFace)),
            QFontMetricsF(labelFace).elidedText(fact.label, Qt::ElideRight, row.width()));
        top += height;
        if (i + 1 < m_facts.size())
            paintHairline(painter, 0, width(), top - 1, color(Role::line));
    }
}

}  // namespace apportion::ui
