// SPDX-License-Identifier: GPL-3.0-or-later
// A chart as a file, in the light theme, with title, range and legend.
#include <QBuffer>
#include <QFontMetricsF>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPainterPath>
#include <QPdfWriter>
#include <QSvgGenerator>

#include "core/session/commands/commands.h"
#include "ui/charts/chart_overlay.h"
#include "ui/charts/chart_plot.h"
#include "ui/charts/time_chart.h"
#include "ui/visible_text.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

constexpr int kPageMargin = 20;
constexpr int kHead = 64;  // title, range, legend

QColor light(Role role) {
    return Theme::color(role, false);
}

void paintLegend(QPainter& painter, const ChartData& data, double x, double y, double right) {
    const QFont face = font(Type::second);
    const QFontMetricsF metrics(face);
    for (const Series& series : data.series) {
        if (!series.shown || series.at.isEmpty())
            continue;
        const double width = 14 + metrics.horizontalAdvance(visible(series.name));
        if (x + width > right)
            return;
        paintSwatch(painter, QRectF(x, y - 8, 8, 8), series, false);
        painter.setFont(face);
        painter.setPen(light(Role::text2));
        painter.drawText(QPointF(x + 14, y), visible(series.name));
        x += width + 16;
    }
}

}  // namespace

QByteArray TimeChart::picture(Format format, const QString& title, const QSize& pageSize) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const QRect page(QPoint(0, 0), pageSize);
    const QRect place = page.adjusted(kPageMargin, kPageMargin + kHead, -kPageMargin, -kPageMargin);
    const auto head = [&](QPainter& painter) {
        painter.fillRect(page, light(Role::surface));
        painter.setFont(ui::font(Type::title));
        painter.setPen(light(Role::text));
        painter.drawText(QPointF(kPageMargin, kPageMargin + 16), title);
        painter.setFont(ui::font(Type::second));
        painter.setPen(light(Role::text2));
        const QString times =
            tr("%1 to %2", "range of time")
                .arg(m_plot->longMoment(range().from), m_plot->longMoment(range().to));
        const QString zone = m_plot->zoneAt(range().to);
        painter.drawText(
            QPointF(kPageMargin, kPageMargin + 36),
            zone.isEmpty() ? times : tr("%1, %2", "range, time zone").arg(times, zone));
        paintLegend(painter, m_data, kPageMargin, kPageMargin + 56, page.right() - kPageMargin);
    };
    const auto overlay = [&](QPainter& painter) {
        paintOverlay(painter, {.data = m_data,
                               .shape = m_shape,
                               .geometry = m_plot->geometry(place.size()),
                               .dark = false,
                               .endLabelsShown = m_endLabels});
    };

    m_plot->recolor(m_data, false, -1);
    switch (format) {
        case Format::png: {
            constexpr int kScale = 2;
            QImage image(pageSize * kScale, QImage::Format_ARGB32_Premultiplied);
            m_plot->paintPage(image, kScale, place, head, overlay);
            image.save(&buffer, "PNG");
            break;
        }
        case Format::svg: {
            QSvgGenerator svg;
            svg.setOutputDevice(&buffer);
            svg.setSize(pageSize);
            svg.setViewBox(page);
            svg.setTitle(title);
            m_plot->paintPage(svg, 1, place, head, overlay);
            break;
        }
        case Format::csv:
            break;
        case Format::pdf: {
            QPdfWriter pdf(&buffer);
            // One unit of the page is a point: 1/72 inch.
            pdf.setResolution(72);
            pdf.setPageSize(QPageSize(QSizeF(pageSize), QPageSize::Point));
            pdf.setPageMargins(QMarginsF());
            pdf.setTitle(title);
            m_plot->paintPage(pdf, 1, place, head, overlay);
            break;
        }
    }
    refresh();
    return bytes;
}

QString TimeChart::exportTo(const QString& path, Format format, const QString& title,
                            const QSize& pageSize) {
    const QByteArray bytes =
        format == Format::csv ? toCsv().toUtf8() : picture(format, title, pageSize);
    const auto written = writeOutput(path.toStdString(), bytes.toStdString());
    return written ? QString()
                   : QString::fromStdString(apportion::render(written.error().front().message));
}

}  // namespace apportion::ui
