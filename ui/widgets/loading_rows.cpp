// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/loading_rows.h"

#include <array>

#include <QPainter>

#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

constexpr int kDelayMs = 300;
constexpr int kLoadingRowsRow = 28;
constexpr int kLoadingRowsBar = 10;
constexpr int kLoadingRowsMargin = 16;

// Of the width, so that the rows look like names and not like a grid.
constexpr std::array<double, 3> kNames = {0.32, 0.44, 0.26};

}  // namespace

LoadingRows::LoadingRows(const QString& what, QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Loading: %1").arg(what));
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, [this] {
        m_visible = true;
        update();
    });
}

void LoadingRows::start() {
    m_visible = false;
    m_delay.start();
    update();
}

void LoadingRows::paintEvent(QPaintEvent*) {
    if (!m_visible)
        return;
    QPainter painter(this);
    const QColor fill = color(Role::trough);
    const double width = this->width() - 2 * kLoadingRowsMargin;
    int index = 0;
    for (int y = kLoadingRowsMargin; y + kLoadingRowsBar <= height();
         y += kLoadingRowsRow, ++index) {
        const double name = kNames[static_cast<std::size_t>(index) % kNames.size()];
        for (const auto& [from, share] : {std::pair{0.0, name}, {0.56, 0.16}, {0.80, 0.10}})
            paintBox(painter,
                     QRectF(kLoadingRowsMargin + from * width, y, share * width, kLoadingRowsBar),
                     fill, {}, kBarRadius);
    }
}

}  // namespace apportion::ui
