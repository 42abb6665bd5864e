// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include "ui/charts/chart_overlay.h"
#include "ui/visible_text.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

constexpr double kPad = 10;
constexpr double kCrosshairSwatch = 8;
constexpr double kNameRoom = 180;
constexpr std::size_t kMostRows = 16;

struct CrosshairRow {
    const Series* series;
    QString name;
    QString value;
};

class Card {
public:
    // `words`: what stands there in place of values.
    Card(const OverlayInput& input, const std::vector<ChartValue>& values, const QString& moment,
         const QString& words)
        : m_in(input), m_moment(moment), m_words(words), m_line(std::ceil(m_names.height()) + 3) {
        for (const ChartValue& value : values) {
            const Series& series = input.data.series[value.series];
            m_rows.push_back({&series,
                              m_names.elidedText(visible(series.name), Qt::ElideRight, kNameRoom),
                              chartNumber(value.value)});
        }
        // The top of a stack is drawn above its bottom: so it is in the card.
        if (input.shape == ChartShape::stacked)
            std::reverse(m_rows.begin(), m_rows.end());
        if (m_rows.size() > kMostRows)
            m_rows.resize(kMostRows);
        double name = 0;
        for (const CrosshairRow& row : m_rows) {
            name = std::max(name, m_names.horizontalAdvance(row.name));
            m_valueWidth = std::max(m_valueWidth, figuresWidth(row.value, m_valueFace));
        }
        const double rows = m_rows.empty() ? m_names.horizontalAdvance(words)
                                           : kCrosshairSwatch + 6 + name + 20 + m_valueWidth;
        m_width = std::max(rows, figuresWidth(moment, font(Type::second))) + 2 * kPad;
    }

    // Beside the line, inside the plot: on its other side where the right one is too narrow.
    QRectF place(double lineX) const {
        const QRectF plot = m_in.geometry.plot;
        const double height =
            m_line * static_cast<double>(std::max<std::size_t>(m_rows.size(), 1) + 1) + 2 * kPad -
            4;
        double x = lineX + 10;
        if (x + m_width > plot.right())
            x = lineX - 10 - m_width;
        x = std::max(plot.left(), x);
        const double y = std::max(0.0, std::min(plot.top() + 10, plot.bottom() - height));
        return {std::round(x), std::round(y), std::ceil(m_width), height};
    }

    void paint(QPainter& painter, const QRectF& box) const {
        const auto role = [this](Role r) { return Theme::color(r, m_in.dark); };
        // A popup may cast a shadow; this one is two faint steps.
        paintBox(painter, box.adjusted(-1, 0, 1, 2), shadowColor(), {}, kCardRadius + 1);
        paintBox(painter, box, role(Role::raised), role(Role::line2), kCardRadius);
        QRectF line(box.left() + kPad, box.top() + kPad - 2, box.width() - 2 * kPad, m_line);
        drawFigures(painter, line, Qt::AlignLeft, m_moment, font(Type::second), role(Role::text2));
        if (m_rows.empty()) {
            line.translate(0, m_line);
            painter.setFont(font(Type::second));
            painter.setPen(role(Role::text));
            painter.drawText(QPointF(line.left(), baselineIn(line, font(Type::second))), m_words);
        }
        for (const CrosshairRow& row : m_rows) {
            line.translate(0, m_line);
            const QRectF dot(line.left(), std::round(line.center().y() - kCrosshairSwatch / 2),
                             kCrosshairSwatch, kCrosshairSwatch);
            paintSwatch(painter, dot, *row.series, m_in.dark);
            painter.setFont(font(Type::second));
            painter.setPen(role(Role::text));
            painter.drawText(QPointF(dot.right() + 6, baselineIn(line, font(Type::second))),
                             row.name);
            drawFigures(painter, line, Qt::AlignRight, row.value, m_valueFace, role(Role::text));
        }
    }

private:
    const OverlayInput& m_in;
    QString m_moment;
    QString m_words;
    QFontMetricsF m_names{font(Type::second)};
    QFont m_valueFace = font(Type::secondHead);
    std::vector<CrosshairRow> m_rows;
    double m_line;
    double m_valueWidth = 0;
    double m_width = 0;
};

}  // namespace

void paintCrosshair(QPainter& painter, const OverlayInput& input, qint64 at, const QString& moment,
                    bool card) {
    const QRectF plot = input.geometry.plot;
    const double x = std::round(input.geometry.x(at));
    if (x < plot.left() - 1 || x > plot.right() + 1)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(x, plot.top(), 1, plot.height()),
                     Theme::color(Role::text2, input.dark));
    const std::vector<ChartValue> values = valuesAt(input.data, input.shape, at);
    painter.setPen(QPen(Theme::color(Role::surface, input.dark), 1.5));
    for (const ChartValue& value : values) {
        painter.setBrush(seriesColor(input.data.series[value.series], input.dark));
        painter.drawEllipse(QPointF(x + 0.5, input.geometry.y(value.drawnAt)), 3.5, 3.5);
    }
    const QString words = unknownTextAt(input.data, at);
    if (card && !(values.empty() && words.isEmpty())) {
        const Card shown(input, values, moment, words);
        shown.paint(painter, shown.place(x));
    }
    painter.restore();
}

}  // namespace apportion::ui
