// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/icons.h"

#include <array>
#include <cmath>

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace apportion::ui {
namespace {

// In the order of Icon, without `none`.
constexpr std::array<const char*, kIconCount - 1> kFiles = {
    "arrow-down", "arrow-left",   "arrow-right",  "arrow-up",     "arrows",        "bell",
    "bolt",       "branch",       "calendar",     "cap",          "chart-area",    "chart-line",
    "check",      "check-circle", "chevron-down", "chevron-left", "chevron-right", "chevron-up",
    "chip",       "clock",        "close",        "cloud",        "columns",       "copy",
    "cube",       "cycle",        "database",     "dots",         "download",      "edit",
    "error",      "eye",          "file",         "filter",       "flag",          "folder",
    "forbidden",  "forward",      "fragments",    "gear",         "grip",          "help",
    "hourglass",  "inference",    "info",         "key",          "layers",        "link",
    "list",       "lock",         "minus",        "moon",         "next-event",    "node",
    "notebook",   "pause",        "pin",          "play",         "plus",          "previous-event",
    "queue",      "redo",         "report",       "rewind",       "save",          "search",
    "seek",       "shield",       "sliders",      "sort",         "step",          "step-back",
    "sun",        "target",       "training",     "trash",        "tree",          "undo",
    "unlock",     "user",         "users",        "warning",
};

QByteArray source(const QString& name) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const QByteArray& source(Icon which) {
    static std::array<QByteArray, kFiles.size()> texts;
    QByteArray& text = texts[static_cast<std::size_t>(which) - 1];
    if (text.isNull())
        text = source(QString::fromLatin1(kFiles[static_cast<std::size_t>(which) - 1]));
    return text;
}

QPixmap render(const QByteArray& svg, double size, double dpr) {
    const int pixels = std::max(1, static_cast<int>(std::lround(size * dpr)));
    QImage image(pixels, pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QSvgRenderer renderer(svg);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    renderer.render(&painter, QRectF(0, 0, pixels, pixels));
    painter.end();
    QPixmap pixmap = QPixmap::fromImage(image);
    pixmap.setDevicePixelRatio(dpr);
    return pixmap;
}

// Reads its colour when it paints, so that icons held by actions follow a change of theme.
class RoleIconEngine final : public QIconEngine {
public:
    RoleIconEngine(Icon which, Role role) : m_which(which), m_role(role) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const double size = std::min(rect.width(), rect.height());
        paintIcon(*painter, rect, m_which, colorFor(mode), size);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
        return iconPixmap(m_which, colorFor(mode), std::min(size.width(), size.height()), 1.0);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override {
        // Qt passes device pixels here and sets the ratio itself.
        return iconPixmap(m_which, colorFor(mode), std::min(size.width(), size.height()) / scale,
                          scale);
    }

    QIconEngine* clone() const override { return new RoleIconEngine(m_which, m_role); }
    QString key() const override { return QStringLiteral("apportion"); }
    bool isNull() override { return m_which == Icon::none; }

private:
    QColor colorFor(QIcon::Mode mode) const {
        if (mode == QIcon::Disabled)
            return disabledText();
        if (mode == QIcon::Selected && m_role == Role::text2)
            return color(Role::text);
        return color(m_role);
    }

    Icon m_which;
    Role m_role;
};

class LogoEngine final : public QIconEngine {
public:
    void paint(QPainter* painter, const QRect& rect, QIcon::Mode, QIcon::State) override {
        const double size = std::min(rect.width(), rect.height());
        painter->drawPixmap(rect.topLeft(),
                            logoPixmap(size, painter->device()->devicePixelRatioF()));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode, QIcon::State) override {
        return logoPixmap(std::min(size.width(), size.height()), 1.0);
    }
    QIconEngine* clone() const override { return new LogoEngine; }
};

}  // namespace

QIcon icon(Icon which, Role role) {
    return which == Icon::none ? QIcon() : QIcon(new RoleIconEngine(which, role));
}

QPixmap iconPixmap(Icon which, const QColor& color, double size, double dpr) {
    if (which == Icon::none)
        return {};
    const QString key = QStringLiteral("apportion-icon/%1/%2/%3/%4")
                            .arg(static_cast<int>(which))
                            .arg(color.name(QColor::HexArgb))
                            .arg(size)
                            .arg(dpr);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    QByteArray svg = source(which);
    svg.replace("currentColor", color.name().toLatin1());
    pixmap = render(svg, size, dpr);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

void paintIcon(QPainter& painter, const QRectF& rect, Icon which, const QColor& color,
               double size) {
    if (which == Icon::none)
        return;
    const double dpr = painter.device()->devicePixelRatioF();
    // On whole device pixels, or the strokes blur.
    const auto snap = [dpr](double v) { return std::round(v * dpr) / dpr; };
    painter.drawPixmap(
        QPointF(snap(rect.center().x() - size / 2), snap(rect.center().y() - size / 2)),
        iconPixmap(which, color, size, dpr));
}

QPixmap logoPixmap(double size, double dpr) {
    QByteArray svg = source(QStringLiteral("logo"));
    // The file wears the light theme's first three teams.
    for (int team = 0; team < 3; ++team)
        svg.replace(teamColor(team, false).name().toLatin1(), teamColor(team).name().toLatin1());
    return render(svg, size, dpr);
}

QIcon logoIcon() {
    return QIcon(new LogoEngine);
}

}  // namespace apportion::ui
