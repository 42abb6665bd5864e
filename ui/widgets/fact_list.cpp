// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fact_list.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/style_paint.h"

namespace apportion::ui {
namespace {

constexpr int kRow = 24;

int rowHeight() {
    return std::max(kRow, QFontMetrics(font(Type::body)).height() + 8);
}

}  // namespace

FactList::FactList(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Facts"));
}

void FactList::setFacts(const QList<Fact>& facts) {
    if (facts == m_facts)
        return;
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

QString FactList::aboutAt(int y) const {
    const qsizetype row = y / rowHeight();
    return y >= 0 && row < m_facts.size() ? m_facts[row].about : QString();
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
    for (qsizetype i = 0; i < m_facts.size(); ++i) {
        const Fact& fact = m_facts[i];
        const QRectF row(0, static_cast<double>(i) * rowHeight(), width(), rowHeight() - 1);
        drawFigures(painter, row, Qt::AlignRight, fact.value, valueFace, color(fact.role));
        const double room = row.width() - figuresWidth(fact.value, valueFace) - 12;
        painter.setFont(labelFace);
        painter.setPen(color(Role::text2));
        painter.drawText(QPointF(0, baselineIn(row, labelFace)),
                         QFontMetricsF(labelFace).elidedText(fact.label, Qt::ElideRight, room));
        if (i + 1 < m_facts.size())
            paintHairline(painter, 0, width(), row.bottom(), color(Role::line));
    }
}

}  // namespace apportion::ui
