// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/loading_rows.h"

#include <array>

#include <QBoxLayout>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

constexpr int kDelayMs = 300;
constexpr int kLoadingRowsRow = 28;
constexpr int kLoadingRowsBar = 10;
constexpr int kLoadingRowsMargin = 16;

// Of the width, so that the rows look like names and not like a grid.
constexpr std::array<double, 3> kNames = {0.32, 0.44, 0.26};

}  // namespace

LoadingRows::LoadingRows(const QString& what, QWidget* parent)
    : QWidget(parent),
      m_bar(new QProgressBar(this)),
      m_estimate(new TextLabel({}, Type::second, Role::text2, this)),
      m_cancel(new QPushButton(tr("Cancel"), this)) {
    setAccessibleName(tr("Loading: %1").arg(what));
    m_bar->setRange(0, 1000);
    m_bar->setAccessibleName(what);
    m_cancel->setProperty("compact", true);
    auto* row = new QHBoxLayout;
    row->addWidget(m_bar);
    row->addWidget(m_estimate, 1);
    row->addWidget(m_cancel);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kLoadingRowsMargin, kLoadingRowsMargin, kLoadingRowsMargin,
                               kLoadingRowsMargin);
    column->addStretch();
    column->addLayout(row);
    for (QWidget* part : {static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_estimate),
                          static_cast<QWidget*>(m_cancel)})
        part->hide();
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, [this] {
        m_visible = true;
        update();
    });
    connect(m_cancel, &QPushButton::clicked, this, &LoadingRows::cancelled);
}

void LoadingRows::start() {
    m_visible = false;
    for (QWidget* part : {static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_estimate),
                          static_cast<QWidget*>(m_cancel)})
        part->hide();
    m_delay.start();
    update();
}

void LoadingRows::setProgress(double done, const QString& estimate) {
    m_visible = true;
    m_bar->setValue(qRound(done * m_bar->maximum()));
    m_estimate->setText(estimate);
    for (QWidget* part : {static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_estimate),
                          static_cast<QWidget*>(m_cancel)})
        part->show();
    update();
}

void LoadingRows::paintEvent(QPaintEvent*) {
    if (!m_visible)
        return;
    QPainter painter(this);
    const QColor fill = color(Role::trough);
    const double width = this->width() - 2 * kLoadingRowsMargin;
    const int bottom = m_bar->isHidden() ? height() : m_cancel->y() - kLoadingRowsMargin;
    int index = 0;
    for (int y = kLoadingRowsMargin; y + kLoadingRowsBar <= bottom; y += kLoadingRowsRow, ++index) {
        const double name = kNames[static_cast<std::size_t>(index) % kNames.size()];
        for (const auto& [from, share] : {std::pair{0.0, name}, {0.56, 0.16}, {0.80, 0.10}})
            paintBox(painter,
                     QRectF(kLoadingRowsMargin + from * width, y, share * width, kLoadingRowsBar),
                     fill, {}, kBarRadius);
    }
}

}  // namespace apportion::ui
