// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/legend.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPainter>

#include "ui/visible_text.h"
#include "ui/widgets/cell_paint.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

constexpr int kLegendPad = 4;
constexpr int kSwatch = 8;
constexpr int kDash = 14;
constexpr int kLegendGap = 6;

class EntryButton final : public QAbstractButton {
public:
    EntryButton(const LegendEntry& entry, int index, Legend* legend)
        : QAbstractButton(legend), m_entry(entry), m_index(index), m_legend(legend) {
        setCheckable(true);
        setChecked(entry.shown);
        setText(visible(entry.text));
        setFont(apportion::ui::font(Type::second));
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::StrongFocus);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        setAccessibleName(entry.text);
        setToolTip(Legend::tr("Show or hide %1").arg(entry.text));
    }

    QSize sizeHint() const override {
        return {2 * kLegendPad + mark() + kLegendGap + fontMetrics().horizontalAdvance(text()),
                controlHeight(24)};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const QRectF box(rect());
        const double y = box.center().y();
        if (m_entry.dashed) {
            const QColor ink = color(isChecked() ? Role::text2 : Role::line2);
            for (const double x : {0.0, 8.0})
                painter.fillRect(QRectF(kLegendPad + x, std::round(y) - 1, 6, 1.5), ink);
        } else if (m_entry.neutral || !isChecked()) {
            const QColor ink = m_entry.neutral ? color(Role::text2) : teamColor(m_entry.team);
            paintBox(painter, QRectF(kLegendPad, std::round(y - kSwatch / 2.0), kSwatch, kSwatch),
                     isChecked() ? ink : QColor(), ink, kBarRadius);
        } else {
            paintTeamDot(painter, kLegendPad, y, m_entry.team, kSwatch);
        }
        painter.setFont(font());
        painter.setPen(color(!isChecked() ? Role::text3 : underMouse() ? Role::text : Role::text2));
        painter.drawText(QPointF(kLegendPad + mark() + kLegendGap, baselineIn(box, font())),
                         text());
        if (hasKeyboardFocus(*this))
            paintFocusRing(painter, box);
    }

    bool event(QEvent* event) override {
        switch (event->type()) {
            case QEvent::HoverEnter:
            case QEvent::FocusIn:
                emit m_legend->pointedAt(isChecked() ? m_index : -1);
                break;
            case QEvent::HoverLeave:
            case QEvent::FocusOut:
                emit m_legend->pointedAt(-1);
                break;
            default:
                break;
        }
        return QAbstractButton::event(event);
    }

private:
    int mark() const { return m_entry.dashed ? kDash : kSwatch; }

    LegendEntry m_entry;
    int m_index;
    Legend* m_legend;
};

}  // namespace

Legend::Legend(QWidget* parent) : QWidget(parent), m_row(new QHBoxLayout(this)) {
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(4);
    setAccessibleName(tr("Legend"));
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

// The focused entry tells of its end, and has to find a legend and not only a QWidget.
Legend::~Legend() {
    qDeleteAll(m_buttons);
}

void Legend::setEntries(const QList<LegendEntry>& entries) {
    qDeleteAll(m_buttons);
    m_buttons.clear();
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const int index = static_cast<int>(i);
        auto* button = new EntryButton(entries[i], index, this);
        connect(button, &QAbstractButton::toggled, this, [this, index](bool shown) {
            emit toggled(index, shown);
            emit pointedAt(shown ? index : -1);
        });
        m_row->addWidget(button);
        m_buttons.append(button);
    }
}

QAbstractButton* Legend::entry(int index) const {
    return m_buttons.value(index);
}

}  // namespace apportion::ui
