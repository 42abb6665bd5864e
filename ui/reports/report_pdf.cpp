// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_pdf.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QTextDocument>

#include "ui/reports/report_paper.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

using report::Document;

// Lengths in pixels of 96 to an inch.
constexpr double kMargin = 64, kHead = 34, kFoot = 30;

void drawFrame(QPainter& painter, const Document& document, const QSizeF& page, double scale,
               int number, int pages) {
    const double left = kMargin * scale, width = page.width() - 2 * left;
    const auto line = [&](double y) {
        painter.setPen(QPen(paperColor(Role::line2), scale));
        painter.drawLine(QPointF(left, y), QPointF(left + width, y));
    };
    const auto words = [&](double y, Qt::Alignment side, const QString& said, int weight) {
        painter.setFont(paperFont(10, weight));
        painter.setPen(paperColor(Role::text2));
        painter.drawText(QRectF(left, y, width, 16 * scale), side | Qt::AlignVCenter, said);
    };
    const double top = (kMargin - 30) * scale;
    words(top, Qt::AlignLeft, qt(document.head), QFont::DemiBold);
    words(top, Qt::AlignRight, qt(document.headRight), QFont::Normal);
    line(top + 22 * scale);
    const double bottom = page.height() - (kMargin - 14) * scale;
    line(bottom - 6 * scale);
    words(bottom, Qt::AlignLeft, qt(document.foot), QFont::Normal);
    words(bottom, Qt::AlignRight,
          QCoreApplication::translate("ReportPdf", "Page %1 of %2").arg(number).arg(pages),
          QFont::Normal);
}

}  // namespace

QString writeReportPdf(const Document& document, const QString& path) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return file.errorString();
    {
        QPdfWriter writer(&file);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        writer.setResolution(600);
        writer.setTitle(qt(document.title));
        writer.setCreator(QStringLiteral("Apportion"));
        const double scale = writer.resolution() / 96.0;
        const QSizeF page(writer.width(), writer.height());
        const double width = page.width() - 2 * kMargin * scale;
        const double height = page.height() - (2 * kMargin + kHead / 2 + kFoot / 2) * scale;

        ReportPaper paper(document, &writer);
        QTextDocument& text = *paper.text();
        text.setPageSize(QSizeF(width, height));
        paper.keepTogether(height);

        QPainter painter(&writer);
        const int pages = text.pageCount();
        for (int number = 0; number < pages; ++number) {
            if (number > 0)
                writer.newPage();
            drawFrame(painter, document, page, scale, number + 1, pages);
            painter.save();
            painter.translate(kMargin * scale, (kMargin + kHead / 2) * scale - number * height);
            QAbstractTextDocumentLayout::PaintContext context;
            const QRectF place(0, number * height, width, height);
            // A block that only touches the page is of the page before or behind.
            context.clip = place.adjusted(0, scale, 0, -scale);
            context.palette.setColor(QPalette::Text, paperColor(Role::text));
            painter.setClipRect(place);
            text.documentLayout()->draw(&painter, context);
            painter.restore();
        }
    }
    return file.commit() ? QString() : file.errorString();
}

}  // namespace apportion::ui
