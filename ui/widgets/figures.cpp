// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/figures.h"

#include <memory>
#include <vector>

#include <QCache>
#include <QColor>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGlyphRun>
#include <QHash>
#include <QPainter>
#include <QRawFont>

namespace apportion::ui {
namespace {

// A stretch of text the font has glyphs for, or one (CJK, say) that Qt has to find a font for.
struct Piece {
    double x = 0;
    QGlyphRun run;
    QString fallback;
};

struct Line {
    double width = 0;
    std::vector<Piece> pieces;
};

// Everything needed of one font, so that setting a number costs no font look-up.
class Setter {
public:
    explicit Setter(const QFont& font)
        : m_font(font), m_raw(QRawFont::fromFont(font)), m_metrics(font), m_lines(2000) {
        m_zero = advance(QStringLiteral("0"));
    }

    const Line& line(const QString& text) {
        if (const Line* known = m_lines.object(text))
            return *known;
        m_lines.insert(text, new Line(set(text)));
        return *m_lines.object(text);
    }

private:
    double advance(const QString& text) const {
        const auto glyphs = m_raw.glyphIndexesForString(text);
        const auto advances = m_raw.advancesForGlyphIndexes(glyphs);
        return advances.isEmpty() ? 0.0 : advances.first().x();
    }

    bool knows(const QString& text, qsizetype i) const {
        return !text[i].isSurrogate() && m_raw.supportsCharacter(text[i]);
    }

    Line set(const QString& text) const {
        Line line;
        for (qsizetype i = 0; i < text.size();) {
            qsizetype end = i + 1;
            while (end < text.size() && knows(text, end) == knows(text, i))
                ++end;
            const QString part = text.mid(i, end - i);
            line.pieces.push_back(knows(text, i) ? glyphs(part, line.width)
                                                 : fallback(part, line.width));
            i = end;
        }
        return line;
    }

    Piece glyphs(const QString& text, double& x) const {
        Piece piece;
        piece.x = x;
        const QList<quint32> indexes = m_raw.glyphIndexesForString(text);
        const QList<QPointF> advances = m_raw.advancesForGlyphIndexes(indexes);
        QList<QPointF> positions;
        positions.reserve(indexes.size());
        double at = 0;
        for (qsizetype i = 0; i < indexes.size(); ++i) {
            const double own = advances[i].x();
            const bool digit = text[i].unicode() >= '0' && text[i].unicode() <= '9';
            const double step = digit ? m_zero : own;
            positions.push_back(QPointF(at + (step - own) / 2, 0));
            at += step;
        }
        piece.run.setRawFont(m_raw);
        piece.run.setGlyphIndexes(indexes);
        piece.run.setPositions(positions);
        x += at;
        return piece;
    }

    Piece fallback(const QString& text, double& x) const {
        Piece piece;
        piece.x = x;
        piece.fallback = text;
        x += m_metrics.horizontalAdvance(text);
        return piece;
    }

    QFont m_font;
    QRawFont m_raw;
    QFontMetricsF m_metrics;
    double m_zero = 0;
    QCache<QString, Line> m_lines;
};

using Setters = QHash<QFont, std::shared_ptr<Setter>>;
Setters& setters() {
    static Setters all;
    return all;
}

Setter& setterFor(const QFont& font) {
    if (setters().isEmpty())
        // Raw fonts must not outlive the application's font database.
        qAddPostRoutine([] { setters().clear(); });
    std::shared_ptr<Setter>& setter = setters()[font];
    if (!setter)
        setter = std::make_shared<Setter>(font);
    return *setter;
}

}  // namespace

double figuresWidth(const QString& text, const QFont& font) {
    return setterFor(font).line(text).width;
}

void drawFigures(QPainter& painter, const QPointF& left, const QString& text, const QFont& font,
                 const QColor& color) {
    painter.setPen(color);
    for (const Piece& piece : setterFor(font).line(text).pieces) {
        const QPointF at = left + QPointF(piece.x, 0);
        if (piece.fallback.isEmpty()) {
            painter.drawGlyphRun(at, piece.run);
        } else {
            painter.setFont(font);
            painter.drawText(at, piece.fallback);
        }
    }
}

void drawFigures(QPainter& painter, const QRectF& rect, Qt::Alignment alignment,
                 const QString& text, const QFont& font, const QColor& color) {
    double x = rect.left();
    if (alignment & Qt::AlignRight)
        x = rect.right() - figuresWidth(text, font);
    else if (alignment & Qt::AlignHCenter)
        x = rect.center().x() - figuresWidth(text, font) / 2;
    drawFigures(painter, QPointF(x, baselineIn(rect, font)), text, font, color);
}

double baselineIn(const QRectF& rect, const QFont& font) {
    const QFontMetricsF metrics(font);
    return rect.center().y() + (metrics.ascent() - metrics.descent()) / 2;
}

}  // namespace apportion::ui
