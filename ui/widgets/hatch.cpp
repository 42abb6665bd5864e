// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/hatch.h"

#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QPixmapCache>

#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

constexpr int kOversample = 4;

QPixmap tile(const Hatch& hatch) {
    const int side = hatch.spacing * kOversample;
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(hatch.ground);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hatch.line, hatch.width * kOversample, Qt::SolidLine, Qt::FlatCap));
    // Three diagonals, so that the corners of the tile close where its neighbours meet it.
    for (const int shift : {-side, 0, side}) {
        const QLineF line = hatch.lean == Lean::right
                                ? QLineF(shift - side, 2 * side, shift + 2 * side, -side)
                                : QLineF(shift - side, -side, shift + 2 * side, 2 * side);
        painter.drawLine(line);
    }
    painter.end();
    return QPixmap::fromImage(image);
}

}  // namespace

QBrush hatchBrush(const Hatch& hatch) {
    const QString key =
        QStringLiteral("apportion-hatch/%1/%2/%3/%4/%5")
            .arg(hatch.line.name(QColor::HexArgb), hatch.ground.name(QColor::HexArgb))
            .arg(hatch.spacing)
            .arg(hatch.width)
            .arg(static_cast<int>(hatch.lean));
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = tile(hatch);
        QPixmapCache::insert(key, pixmap);
    }
    QBrush brush(pixmap);
    brush.setTransform(QTransform::fromScale(1.0 / kOversample, 1.0 / kOversample));
    return brush;
}

QBrush teamBrush(int index) {
    return teamBrush(index, Theme::isDark());
}

QBrush teamBrush(int index, bool dark) {
    const QColor ground = teamColor(index, dark);
    if (!teamIsHatched(index))
        return ground;
    return hatchBrush({.line = Theme::color(Role::surface, dark), .ground = ground});
}

void fillHatched(QPainter& painter, const QRectF& rect, const QBrush& brush) {
    const bool smooth = painter.testRenderHint(QPainter::SmoothPixmapTransform);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.fillRect(rect, brush);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, smooth);
}

void fillHatched(QPainter& painter, const QPainterPath& path, const QBrush& brush) {
    const bool smooth = painter.testRenderHint(QPainter::SmoothPixmapTransform);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.fillPath(path, brush);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, smooth);
}

}  // namespace apportion::ui
