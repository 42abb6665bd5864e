// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_paper.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QPaintDevice>
#include <QPainter>
#include <QPainterPath>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextObjectInterface>
#include <QTextTable>

namespace apportion::ui {

QColor paperColor(Role role) {
    return Theme::color(role, false);
}

QFont paperFont(double pixels, int weight) {
    QFont made(QStringLiteral("Inter"));
    made.setPointSizeF(pixels * 0.75);
    made.setWeight(static_cast<QFont::Weight>(weight));
    // Contextual forms of ":" and "-" have no character in the text layer of a PDF.
    made.setStyleStrategy(QFont::PreferNoShaping);
    return made;
}

namespace {

using report::CapacityPart;
using report::Document;
using report::DocumentRow;
using report::DocumentTable;
using Kind = DocumentRow::Kind;

constexpr int kBar = QTextFormat::UserObject, kLine = QTextFormat::UserObject + 1;
constexpr int kIndex = QTextFormat::UserProperty, kTable = QTextFormat::UserProperty + 1;
constexpr int kChart = QTextFormat::UserObject + 2;
constexpr int kHeading = QTextFormat::UserProperty + 2, kTableHead = QTextFormat::UserProperty + 3;

QString paperText(const std::string& from) {
    return QString::fromStdString(from);
}

QColor teamColour(int colour) {
    const std::string_view name = report::colourOf(colour);
    return QColor(QLatin1String(name.data(), static_cast<int>(name.size())));
}

// The bar of the capacity, and the small lines of a table.
class Drawings final : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    // `scale`: pixels of the device to one of 96 to an inch.
    Drawings(const Document& document, double scale, double zoom)
        : document_(document), scale_(scale), zoom_(zoom) {}

    QSizeF intrinsicSize(QTextDocument* document, int, const QTextFormat& format) override {
        const double width = std::max(1.0, document->textWidth() - 2 * document->documentMargin());
        return format.objectType() == kBar     ? QSizeF(width, 26 * scale_)
               : format.objectType() == kChart ? QSizeF(width, 190 * scale_)
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
                const QColor colour = team ? teamColour(part.colour) : paperColor(Role::trough);
                painter.fillRect(place, colour);
                nameIn(painter, place, part, colour);
                continue;
            }
            const bool down = part.kind == CapacityPart::Kind::down;
            painter.setClipRect(place);
            painter.fillRect(place, down ? paperColor(Role::errSoft) : paperColor(Role::surface));
            painter.setPen(QPen(down ? paperColor(Role::err) : paperColor(Role::ctl),
                                (down ? 1.6 : 1) * scale_));
            for (double at = place.left() - place.height(); at < place.right(); at += 5 * scale_)
                painter.drawLine(QPointF(at, place.bottom()),
                                 QPointF(at + place.height(), place.top()));
            painter.setClipping(false);
        }
    }

    void nameIn(QPainter& painter, const QRectF& place, const CapacityPart& part,
                const QColor& colour) const {
        painter.setFont(paperFont(10 * zoom_, QFont::DemiBold));
        const QString name = paperText(part.name) + QStringLiteral("  ") + paperText(part.hours);
        const QRectF inner = place.adjusted(7 * scale_, 0, -4 * scale_, 0);
        if (painter.fontMetrics().horizontalAdvance(name) > inner.width())
            return;
        painter.setPen(textOn(colour));
        painter.drawText(inner, Qt::AlignVCenter | Qt::AlignLeft, name);
    }

    // Left ends and lines of the names, from the top of the chart.
    std::vector<std::pair<double, int>> keysOf(const QFontMetricsF& metrics, double width,
                                               const report::DocumentChart& chart) const {
        std::vector<std::pair<double, int>> keys;
        double left = 0;
        int row = 0;
        for (const auto& line : chart.lines) {
            const double wide = metrics.horizontalAdvance(paperText(line.name)) + 27 * scale_;
            if (left > 0 && left + wide > width) {
                left = 0;
                ++row;
            }
            keys.emplace_back(left, row);
            left += wide + 18 * scale_;
        }
        return keys;
    }

    void drawChart(QPainter& painter, const QRectF& rect,
                   const report::DocumentChart& chart) const {
        painter.setFont(paperFont(9.5 * zoom_));
        const QFontMetricsF metrics(painter.font(), painter.device());
        const auto keys = keysOf(metrics, rect.width(), chart);
        const double names = 16 * scale_;  // height of a line of them
        double marks = 50 * scale_;        // width of those at the left
        for (const auto& [y, words] : chart.up)
            marks = std::max(marks, std::ceil(metrics.horizontalAdvance(paperText(words))));
        const QRectF box =
            rect.adjusted(marks + 6 * scale_, 10 * scale_ + names * (1 + keys.back().second),
                          -2 * scale_, -18 * scale_);
        const auto at = [&](int x, int y) {
            return QPointF(box.left() + box.width() * x / 1000,
                           box.bottom() - box.height() * y / 1000);
        };
        for (const auto& [y, words] : chart.up) {
            painter.setPen(QPen(paperColor(Role::line), scale_));
            painter.drawLine(at(0, y), at(1000, y));
            painter.setPen(paperColor(Role::text2));
            painter.drawText(QRectF(rect.left(), at(0, y).y() - 7 * scale_, marks, 14 * scale_),
                             Qt::AlignRight | Qt::AlignVCenter, paperText(words));
        }
        for (const auto& [x, words] : chart.across) {
            const double width = 100 * scale_;
            const double left = at(x, 0).x() - (x == 0 ? 0 : x == 1000 ? width : width / 2);
            painter.drawText(QRectF(left, box.bottom() + 3 * scale_, width, 14 * scale_),
                             (x == 0      ? Qt::AlignLeft
                              : x == 1000 ? Qt::AlignRight
                                          : Qt::AlignHCenter) |
                                 Qt::AlignVCenter,
                             paperText(words));
        }
        int number = 0;
        const auto styles = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
        for (const auto& line : chart.lines) {
            const QColor colour =
                line.colour < 0 ? paperColor(Role::text2) : teamColour(line.colour);
            const auto& [left, row] = keys[static_cast<std::size_t>(number)];
            QPen pen(colour, 1.3 * scale_, *(styles.begin() + number++ % 4), Qt::FlatCap);
            QPolygonF points;
            for (const auto& [x, y] : line.points)
                points << at(x, y);
            painter.setPen(pen);
            painter.drawPolyline(points);
            const QPointF key(rect.left() + left, rect.top() + names * row);
            painter.drawLine(key + QPointF(0, names / 2), key + QPointF(22 * scale_, names / 2));
            painter.setPen(paperColor(Role::text2));
            const double room = rect.width() - left - 27 * scale_;
            painter.drawText(QRectF(key.x() + 27 * scale_, key.y(), room, names),
                             Qt::AlignLeft | Qt::AlignVCenter,
                             metrics.elidedText(paperText(line.name), Qt::ElideMiddle, room));
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
        const QColor colour = row.colour < 0 ? paperColor(Role::text2) : teamColour(row.colour);
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
    double scale_, zoom_;
};

class Typesetting {
public:
    Typesetting(const Document& document, QTextDocument& target, double zoom)
        : document_(document), cursor_(&target), zoom_(zoom) {}

    void write() {
        // Laid out once: each edit by itself would lay out all of it again.
        const QTextCursor whole = cursor_;
        QTextCursor(whole).beginEditBlock();
        paragraph(paperText(document_.title), letters(21, Role::text, QFont::DemiBold), 0);
        paragraph(paperText(document_.subtitle), letters(11, Role::text2), 4);
        QString sentence;
        for (const std::string& each : document_.sentences)
            sentence += paperText(each) + QLatin1Char(' ');
        paragraph(sentence.trimmed(), letters(13), 12);
        if (!document_.bar.empty())
            writeCapacity();
        int number = 0;
        for (std::size_t i = 0; i < document_.tables.size(); ++i)
            writeTable(document_.tables[i], static_cast<int>(i), ++number);
        heading(paperText(document_.coverageTitle), {});
        for (const std::string& each : document_.coverage)
            paragraph(paperText(each), letters(11, Role::text2), 3);
        if (!document_.method.empty()) {
            heading(QStringLiteral("%1  ").arg(number + 1) +
                        QCoreApplication::translate("ReportPdf", "Method"),
                    {});
            writeMethod();
        }
        QTextCursor(whole).endEditBlock();
    }

private:
    QTextCharFormat letters(double pixels, Role colour = Role::text,
                            int weight = QFont::Normal) const {
        QTextCharFormat format;
        format.setFont(paperFont(pixels * zoom_, weight));
        format.setForeground(paperColor(colour));
        return format;
    }

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
            cursor_.insertText(QStringLiteral("   ") + paperText(note), letters(10, Role::text2));
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
            cell.insertText(paperText(figure.name), letters(10, Role::text2));
            cell.insertBlock();
            cell.insertText(paperText(figure.hours), letters(15, Role::text, QFont::DemiBold));
            cell.insertBlock();
            cell.insertText(paperText(figure.note), letters(10, Role::text2));
        }
        leave(figures);
    }

    static void rule(QTextTableCell cell, Role colour, double width) {
        QTextTableCellFormat format = cell.format().toTableCellFormat();
        format.setBottomBorder(width);
        format.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBottomBorderBrush(paperColor(colour));
        format.setVerticalAlignment(QTextCharFormat::AlignMiddle);
        cell.setFormat(format);
    }

    void writeTable(const DocumentTable& from, int index, int number) {
        heading(QStringLiteral("%1  ").arg(number) + paperText(from.title), from.note);
        if (!from.chart.lines.empty()) {
            paragraph({}, letters(4), 4);
            // Or a third of the chart's height is added to it.
            QTextBlockFormat block = cursor_.blockFormat();
            block.setLineHeight(100, QTextBlockFormat::SingleHeight);
            cursor_.setBlockFormat(block);
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
            QTextCursor cursor = put(cell, paperText(head.title),
                                     letters(9.5, Role::text2, QFont::DemiBold), head.number);
            QTextBlockFormat format = cursor.blockFormat();
            format.setProperty(kTableHead, true);
            cursor.setBlockFormat(format);
        }
        for (int row = 0; row < static_cast<int>(from.rows.size()); ++row)
            writeRow(from, made, row, index);
        leave(made);
        if (!from.foot.empty())
            paragraph(paperText(from.foot), letters(10, Role::text2), 5);
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
            cursor.insertText(paperText(row.cells[at].text), format);
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
            put(made->cellAt(row, 0), paperText(each.term),
                letters(10.5, Role::text, QFont::DemiBold), false);
            put(made->cellAt(row, 1), paperText(each.text), letters(10.5, Role::text2), false);
        }
        leave(made);
    }

    const Document& document_;
    QTextCursor cursor_;
    double zoom_;
    bool first_ = true;
};

int pageOf(double y, double height) {
    return static_cast<int>(y / height);
}

void keepHead(const QTextDocument& text, const QTextBlock& head, double height) {
    QTextBlock row = head.next();
    while (row.next().isValid() && row.blockFormat().hasProperty(kTableHead))
        row = row.next();
    const auto* layout = text.documentLayout();
    if (pageOf(layout->blockBoundingRect(head).top(), height) ==
        pageOf(layout->blockBoundingRect(row).bottom(), height))
        return;
    QTextCursor cursor(head);
    QTextBlockFormat format = head.blockFormat();
    format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
    format.setTopMargin(0);
    cursor.setBlockFormat(format);
}

// Qt breaks a row between its lines. What is filled above them leaves no room for the first one.
void keepRow(const QTextDocument& text, QTextTable& table, int row, double height) {
    const auto* layout = text.documentLayout();
    double top = layout->documentSize().height(), bottom = 0;
    for (int column = 0; column < table.columns(); ++column) {
        const QTextTableCell cell = table.cellAt(row, column);
        top = std::min(top, layout->blockBoundingRect(cell.firstCursorPosition().block()).top());
        bottom =
            std::max(bottom, layout->blockBoundingRect(cell.lastCursorPosition().block()).bottom());
    }
    const double left = height * (pageOf(top, height) + 1) - top;
    if (pageOf(top, height) == pageOf(bottom - 1, height) || bottom - top > height / 2)
        return;
    for (int column = 0; column < table.columns(); ++column) {
        QTextTableCell cell = table.cellAt(row, column);
        QTextTableCellFormat format = cell.format().toTableCellFormat();
        format.setTopPadding(table.format().cellPadding() + left - 1);
        cell.setFormat(format);
    }
}

}  // namespace

ReportPaper::ReportPaper(report::Document document, QPaintDevice* device, double zoom)
    : document_(std::move(document)), text_(new QTextDocument(this)) {
    text_->setUndoRedoEnabled(false);
    text_->setDocumentMargin(0);
    if (device != nullptr)
        text_->documentLayout()->setPaintDevice(device);
    auto* drawings =
        new Drawings(document_, device != nullptr ? device->logicalDpiX() / 96.0 : zoom, zoom);
    drawings->setParent(this);
    text_->documentLayout()->registerHandler(kBar, drawings);
    for (const int object : {kLine, kChart})
        text_->documentLayout()->registerHandler(object, drawings);
    text_->setDefaultFont(paperFont(11 * zoom));
    Typesetting(document_, *text_, zoom).write();
}

void ReportPaper::keepTogether(double height) {
    // In the order of the text: what moves pushes all that is behind it.
    for (QTextBlock block = text_->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().hasProperty(kHeading)) {
            keepHead(*text_, block, height);
            continue;
        }
        QTextTable* const table = QTextCursor(block).currentTable();
        if (table == nullptr)
            continue;
        const QTextTableCell cell = table->cellAt(block.position());
        if (cell.column() == 0 && cell.row() >= table->format().headerRowCount() &&
            cell.firstCursorPosition().block() == block)
            keepRow(*text_, *table, cell.row(), height);
    }
}

}  // namespace apportion::ui

#include "report_paper.moc"
