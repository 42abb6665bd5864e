// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_pdf.h"

#include <algorithm>

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <QPdfWriter>
#include <QSaveFile>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextObjectInterface>
#include <QTextTable>

#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

using report::CapacityPart;
using report::Document;
using report::DocumentRow;
using report::DocumentTable;
using Kind = DocumentRow::Kind;

// Lengths in pixels of 96 to an inch.
constexpr double kMargin = 64, kHead = 34, kFoot = 30;
constexpr int kBar = QTextFormat::UserObject, kLine = QTextFormat::UserObject + 1;
constexpr int kIndex = QTextFormat::UserProperty, kTable = QTextFormat::UserProperty + 1;
constexpr int kChart = QTextFormat::UserObject + 2;
constexpr int kHeading = QTextFormat::UserProperty + 2, kTableHead = QTextFormat::UserProperty + 3;
// On paper it is always light.
QColor ink(Role role) {
    return Theme::color(role, false);
}

QString text(const std::string& from) {
    return QString::fromStdString(from);
}

QColor teamColour(int colour) {
    const std::string_view name = report::colourOf(colour);
    return QColor(QLatin1String(name.data(), static_cast<int>(name.size())));
}

QFont font(double pixels, int weight = QFont::Normal) {
    QFont made(QStringLiteral("Inter"));
    made.setPointSizeF(pixels * 0.75);
    made.setWeight(static_cast<QFont::Weight>(weight));
    return made;
}

QTextCharFormat letters(double pixels, Role colour = Role::text, int weight = QFont::Normal) {
    QTextCharFormat format;
    format.setFont(font(pixels, weight));
    format.setForeground(ink(colour));
    return format;
}

// The bar of the capacity, and the small lines of a table.
class Drawings final : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    Drawings(const Document& document, double width, double scale)
        : document_(document), width_(width), scale_(scale) {}

    QSizeF intrinsicSize(QTextDocument*, int, const QTextFormat& format) override {
        return format.objectType() == kBar     ? QSizeF(width_, 26 * scale_)
               : format.objectType() == kChart ? QSizeF(width_, 190 * scale_)
                                               : QSizeF(120 * scale_, 20 * scale_);
    }

    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int,
                    const QTextFormat& format) override {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (format.objectType() == kBar) {
            drawBar(*painter, rect);
        } else {
            const auto& table =
                document_.tables[static_cast<std::size_t>(format.intProperty(kTable))];
            if (format.objectType() == kChart)
                drawChart(*painter, rect, table.chart);
            else
                drawLine(*painter, rect,
                         table.rows[static_cast<std::size_t>(format.intProperty(kIndex))]);
        }
        painter->restore();
    }

private:
    void drawBar(QPainter& painter, const QRectF& rect) const {
        double x = rect.left();
        for (const CapacityPart& part : document_.bar) {
            const double width =
                std::max(scale_, rect.width() * static_cast<double>(part.share) / 1e6);
            const QRectF place(x, rect.top(), std::max(width - scale_, 0.5 * scale_),
                               rect.height());
            x += width;
            if (part.kind == CapacityPart::Kind::team || part.kind == CapacityPart::Kind::free) {
                const bool team = part.kind == CapacityPart::Kind::team;
                const QColor colour = team ? teamColour(part.colour) : ink(Role::trough);
                painter.fillRect(place, colour);
                nameIn(painter, place, part, colour);
                continue;
            }
            const bool down = part.kind == CapacityPart::Kind::down;
            painter.setClipRect(place);
            painter.fillRect(place, down ? ink(Role::errSoft) : ink(Role::surface));
            painter.setPen(QPen(down ? ink(Role::err) : ink(Role::ctl), (down ? 1.6 : 1) * scale_));
            for (double at = place.left() - place.height(); at < place.right(); at += 5 * scale_)
                painter.drawLine(QPointF(at, place.bottom()),
                                 QPointF(at + place.height(), place.top()));
            painter.setClipping(false);
        }
    }

    void nameIn(QPainter& painter, const QRectF& place, const CapacityPart& part,
                const QColor& colour) const {
        painter.setFont(font(10, QFont::DemiBold));
        const QString name = text(part.name) + QStringLiteral("  ") + text(part.hours);
        const QRectF inner = place.adjusted(7 * scale_, 0, -4 * scale_, 0);
        if (painter.fontMetrics().horizontalAdvance(name) > inner.width())
            return;
        painter.setPen(textOn(colour));
        painter.drawText(inner, Qt::AlignVCenter | Qt::AlignLeft, name);
    }

    void drawChart(QPainter& painter, const QRectF& rect,
                   const report::DocumentChart& chart) const {
        const QRectF box = rect.adjusted(56 * scale_, 26 * scale_, -2 * scale_, -18 * scale_);
        const auto at = [&](int x, int y) {
            return QPointF(box.left() + box.width() * x / 1000,
                           box.bottom() - box.height() * y / 1000);
        };
        painter.setFont(font(9.5));
        for (const auto& [y, words] : chart.up) {
            painter.setPen(QPen(ink(Role::line), scale_));
            painter.drawLine(at(0, y), at(1000, y));
            painter.setPen(ink(Role::text2));
            painter.drawText(
                QRectF(rect.left(), at(0, y).y() - 7 * scale_, 50 * scale_, 14 * scale_),
                Qt::AlignRight | Qt::AlignVCenter, text(words));
        }
        for (const auto& [x, words] : chart.across) {
            const double width = 100 * scale_;
            const double left = at(x, 0).x() - (x == 0 ? 0 : x == 1000 ? width : width / 2);
            painter.drawText(QRectF(left, box.bottom() + 3 * scale_, width, 14 * scale_),
                             (x == 0      ? Qt::AlignLeft
                              : x == 1000 ? Qt::AlignRight
                                          : Qt::AlignHCenter) |
                                 Qt::AlignVCenter,
                             text(words));
        }
        double key = rect.left();
        int number = 0;
        const auto styles = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
        for (const auto& line : chart.lines) {
            const QColor colour = line.colour < 0 ? ink(Role::text2) : teamColour(line.colour);
            QPen pen(colour, 1.3 * scale_, *(styles.begin() + number++ % 4), Qt::FlatCap);
            QPolygonF points;
            for (const auto& [x, y] : line.points)
                points << at(x, y);
            painter.setPen(pen);
            painter.drawPolyline(points);
            const double middle = rect.top() + 8 * scale_;
            painter.drawLine(QPointF(key, middle), QPointF(key + 22 * scale_, middle));
            painter.setPen(ink(Role::text2));
            const QString name = text(line.name);
            const double width = painter.fontMetrics().horizontalAdvance(name);
            painter.drawText(QRectF(key + 27 * scale_, rect.top(), width + scale_, 16 * scale_),
                             Qt::AlignLeft | Qt::AlignVCenter, name);
            key += width + 45 * scale_;
        }
    }

    void drawLine(QPainter& painter, const QRectF& rect, const DocumentRow& row) const {
        if (row.line.empty())
            return;
        const auto most = static_cast<double>(
            std::max<std::int64_t>(1, *std::max_element(row.line.begin(), row.line.end())));
        const auto steps = static_cast<double>(std::max<std::size_t>(1, row.line.size() - 1));
        const QRectF box = rect.adjusted(2 * scale_, 3 * scale_, -4 * scale_, -2 * scale_);
        QPolygonF points;
        for (std::size_t i = 0; i < row.line.size(); ++i)
            points << QPointF(
                box.left() + box.width() * static_cast<double>(i) / steps,
                box.bottom() - box.height() * static_cast<double>(row.line[i]) / most);
        const QColor colour = row.colour < 0 ? ink(Role::text2) : teamColour(row.colour);
        QPolygonF area = points;
        area << box.bottomRight() << box.bottomLeft();
        QColor fill = colour;
        fill.setAlphaF(0.15F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawPolygon(area);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 1.3 * scale_));
        painter.drawPolyline(points);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawEllipse(points.last(), 2 * scale_, 2 * scale_);
    }

    const Document& document_;
    double width_, scale_;
};

class Typesetting {
public:
    Typesetting(const Document& document, QTextDocument& target)
        : document_(document), cursor_(&target) {}

    void write() {
        // Laid out once: each edit by itself would lay out all of it again.
        const QTextCursor whole = cursor_;
        QTextCursor(whole).beginEditBlock();
        paragraph(text(document_.title), letters(21, Role::text, QFont::DemiBold), 0);
        paragraph(text(document_.subtitle), letters(11, Role::text2), 4);
        QString sentence;
        for (const std::string& each : document_.sentences)
            sentence += text(each) + QLatin1Char(' ');
        paragraph(sentence.trimmed(), letters(13), 12);
        if (!document_.bar.empty())
            writeCapacity();
        int number = 0;
        for (std::size_t i = 0; i < document_.tables.size(); ++i)
            writeTable(document_.tables[i], static_cast<int>(i), ++number);
        heading(text(document_.coverageTitle), {});
        for (const std::string& each : document_.coverage)
            paragraph(text(each), letters(11, Role::text2), 3);
        heading(QStringLiteral("%1  ").arg(number + 1) +
                    QCoreApplication::translate("ReportPdf", "Method"),
                {});
        writeMethod();
        QTextCursor(whole).endEditBlock();
    }

private:
    void paragraph(const QString& words, const QTextCharFormat& format, double above,
                   bool heading = false) {
        QTextBlockFormat block;
        block.setTopMargin(above);
        block.setLineHeight(135, QTextBlockFormat::ProportionalHeight);
        if (heading)
            block.setProperty(kHeading, true);
        if (first_)
            cursor_.setBlockFormat(block);
        else
            cursor_.insertBlock(block);
        first_ = false;
        cursor_.setCharFormat(format);
        cursor_.insertText(words, format);
    }

    void heading(const QString& title, const std::string& note) {
        paragraph(title, letters(13, Role::text, QFont::DemiBold), 20, true);
        if (!note.empty())
            cursor_.insertText(QStringLiteral("   ") + text(note), letters(10, Role::text2));
    }

    QTextTable* table(int rows, int columns, int heads, double padding) {
        QTextTableFormat format;
        format.setBorder(0);
        format.setCellSpacing(0);
        format.setCellPadding(padding);
        format.setHeaderRowCount(heads);
        format.setBorderCollapse(true);
        format.setTopMargin(4);
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        QTextTable* made = cursor_.insertTable(rows, columns, format);
        return made;
    }

    void leave(QTextTable* made) {
        cursor_ = made->lastCursorPosition();
        cursor_.movePosition(QTextCursor::NextBlock);
    }

    void writeCapacity() {
        paragraph({}, letters(4), 6);
        QTextCharFormat bar;
        bar.setObjectType(kBar);
        cursor_.insertText(QString(QChar::ObjectReplacementCharacter), bar);
        QTextTable* figures = table(1, static_cast<int>(document_.figures.size()), 0, 0);
        for (int i = 0; i < figures->columns(); ++i) {
            const auto& figure = document_.figures[static_cast<std::size_t>(i)];
            QTextCursor cell = figures->cellAt(0, i).firstCursorPosition();
            cell.insertText(text(figure.name), letters(10, Role::text2));
            cell.insertBlock();
            cell.insertText(text(figure.hours), letters(15, Role::text, QFont::DemiBold));
            cell.insertBlock();
            cell.insertText(text(figure.note), letters(10, Role::text2));
        }
        leave(figures);
    }

    static void rule(QTextTableCell cell, Role colour, double width) {
        QTextTableCellFormat format = cell.format().toTableCellFormat();
        format.setBottomBorder(width);
        format.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBottomBorderBrush(ink(colour));
        format.setVerticalAlignment(QTextCharFormat::AlignMiddle);
        cell.setFormat(format);
    }

    void writeTable(const DocumentTable& from, int index, int number) {
        heading(QStringLiteral("%1  ").arg(number) + text(from.title), from.note);
        if (!from.chart.lines.empty()) {
            paragraph({}, letters(4), 4);
            QTextCharFormat chart;
            chart.setObjectType(kChart);
            chart.setProperty(kTable, index);
            cursor_.insertText(QString(QChar::ObjectReplacementCharacter), chart);
        }
        const int columns = static_cast<int>(from.columns.size());
        if (columns == 0)
            return;
        QTextTable* made = table(static_cast<int>(from.rows.size()) + 1, columns, 1, 3.2);
        for (int column = 0; column < columns; ++column) {
            const auto& head = from.columns[static_cast<std::size_t>(column)];
            const QTextTableCell cell = made->cellAt(0, column);
            rule(cell, Role::line2, 1);
            QTextCursor cursor = put(cell, text(head.title),
                                     letters(9.5, Role::text2, QFont::DemiBold), head.number);
            QTextBlockFormat format = cursor.blockFormat();
            format.setProperty(kTableHead, true);
            cursor.setBlockFormat(format);
        }
        for (int row = 0; row < static_cast<int>(from.rows.size()); ++row)
            writeRow(from, made, row, index);
        leave(made);
        if (!from.foot.empty())
            paragraph(text(from.foot), letters(10, Role::text2), 5);
    }

    static QTextCursor put(const QTextTableCell& cell, const QString& words,
                           const QTextCharFormat& format, bool right) {
        QTextCursor cursor = cell.firstCursorPosition();
        QTextBlockFormat block;
        block.setAlignment(right ? Qt::AlignRight : Qt::AlignLeft);
        cursor.setBlockFormat(block);
        cursor.insertText(words, format);
        return cursor;
    }

    void writeRow(const DocumentTable& from, QTextTable* made, int number, int index) {
        const DocumentRow& row = from.rows[static_cast<std::size_t>(number)];
        const bool strong = row.kind == Kind::total || row.kind == Kind::subtotal;
        const QTextCharFormat format =
            letters(10.5, row.kind == Kind::rest ? Role::text2 : Role::text,
                    strong ? QFont::DemiBold : QFont::Normal);
        for (int column = 0; column < made->columns(); ++column) {
            const QTextTableCell cell = made->cellAt(number + 1, column);
            rule(cell, row.kind == Kind::total ? Role::ctl : Role::line,
                 row.kind == Kind::total ? 1.2 : 1);
            const auto at = static_cast<std::size_t>(column);
            const bool isFirst = column == 0;
            QString lead;
            if (isFirst && row.depth > 0)
                lead = QString(4 * row.depth, QChar::Nbsp);
            QTextCursor cursor = put(cell, lead, format, from.columns[at].number);
            if (isFirst && row.colour >= 0) {
                QTextCharFormat dot = format;
                dot.setForeground(teamColour(row.colour));
                cursor.insertText(QStringLiteral("\u25A0\u00A0"), dot);
            }
            if (from.columns[at].line && !row.line.empty()) {
                QTextCharFormat line;
                line.setObjectType(kLine);
                line.setProperty(kTable, index);
                line.setProperty(kIndex, number);
                cursor.insertText(QString(QChar::ObjectReplacementCharacter), line);
                continue;
            }
            cursor.insertText(text(row.cells[at].text), format);
        }
    }

    void writeMethod() {
        QTextTable* made = table(static_cast<int>(document_.method.size()), 2, 0, 2.5);
        QTextTableFormat format = made->format();
        format.setColumnWidthConstraints({QTextLength(QTextLength::PercentageLength, 22),
                                          QTextLength(QTextLength::PercentageLength, 78)});
        made->setFormat(format);
        for (int row = 0; row < made->rows(); ++row) {
            const auto& each = document_.method[static_cast<std::size_t>(row)];
            put(made->cellAt(row, 0), text(each.term), letters(10.5, Role::text, QFont::DemiBold),
                false);
            put(made->cellAt(row, 1), text(each.text), letters(10.5, Role::text2), false);
        }
        leave(made);
    }

    const Document& document_;
    QTextCursor cursor_;
    bool first_ = true;
};

void drawFrame(QPainter& painter, const Document& document, const QSizeF& page, double scale,
               int number, int pages) {
    const double left = kMargin * scale, width = page.width() - 2 * left;
    const auto line = [&](double y) {
        painter.setPen(QPen(ink(Role::line2), scale));
        painter.drawLine(QPointF(left, y), QPointF(left + width, y));
    };
    const auto words = [&](double y, Qt::Alignment side, const QString& said, int weight) {
        painter.setFont(font(10, weight));
        painter.setPen(ink(Role::text2));
        painter.drawText(QRectF(left, y, width, 16 * scale), side | Qt::AlignVCenter, said);
    };
    const double top = (kMargin - 30) * scale;
    words(top, Qt::AlignLeft, text(document.head), QFont::DemiBold);
    words(top, Qt::AlignRight, text(document.headRight), QFont::Normal);
    line(top + 22 * scale);
    const double bottom = page.height() - (kMargin - 14) * scale;
    line(bottom - 6 * scale);
    words(bottom, Qt::AlignLeft, text(document.foot), QFont::Normal);
    words(bottom, Qt::AlignRight,
          QCoreApplication::translate("ReportPdf", "Page %1 of %2").arg(number).arg(pages),
          QFont::Normal);
}

// A head whose first row would be on the next page begins that page.
void keepHeads(QTextDocument& text, double height) {
    const auto pageOf = [&](double y) { return static_cast<int>(y / height); };
    for (QTextBlock block = text.begin(); block.isValid(); block = block.next()) {
        if (!block.blockFormat().hasProperty(kHeading))
            continue;
        QTextBlock row = block.next();
        while (row.next().isValid() && row.blockFormat().hasProperty(kTableHead))
            row = row.next();
        const auto* layout = text.documentLayout();
        if (pageOf(layout->blockBoundingRect(block).top()) ==
            pageOf(layout->blockBoundingRect(row).bottom()))
            continue;
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        format.setTopMargin(0);
        cursor.setBlockFormat(format);
    }
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
        writer.setTitle(text(document.title));
        writer.setCreator(QStringLiteral("Apportion"));
        const double scale = writer.resolution() / 96.0;
        const QSizeF page(writer.width(), writer.height());
        const double width = page.width() - 2 * kMargin * scale;
        const double height = page.height() - (2 * kMargin + kHead / 2 + kFoot / 2) * scale;

        QTextDocument text;
        text.setUndoRedoEnabled(false);
        text.setDocumentMargin(0);
        text.documentLayout()->setPaintDevice(&writer);
        Drawings drawings(document, width, scale);
        text.documentLayout()->registerHandler(kBar, &drawings);
        text.documentLayout()->registerHandler(kLine, &drawings);
        text.documentLayout()->registerHandler(kChart, &drawings);
        text.setDefaultFont(font(11));
        Typesetting(document, text).write();
        text.setPageSize(QSizeF(width, height));
        keepHeads(text, height);

        QPainter painter(&writer);
        const int pages = text.pageCount();
        for (int number = 0; number < pages; ++number) {
            if (number > 0)
                writer.newPage();
            drawFrame(painter, document, page, scale, number + 1, pages);
            painter.save();
            painter.translate(kMargin * scale, (kMargin + kHead / 2) * scale - number * height);
            QAbstractTextDocumentLayout::PaintContext context;
            context.clip = QRectF(0, number * height, width, height);
            context.palette.setColor(QPalette::Text, ink(Role::text));
            painter.setClipRect(context.clip);
            text.documentLayout()->draw(&painter, context);
            painter.restore();
        }
    }
    return file.commit() ? QString() : file.errorString();
}

}  // namespace apportion::ui

#include "report_pdf.moc"
