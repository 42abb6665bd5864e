// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/section_head.h"

#include <QBoxLayout>
#include <QPainter>

#include "ui/widgets/fonts.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kSecondKept = 112;

}  // namespace

SectionHead::SectionHead(const QString& title, QWidget* parent)
    : QWidget(parent),
      m_title(new TextLabel(title, Type::head, Role::text, this)),
      m_second(new TextLabel({}, Type::second, Role::text2, this)),
      m_row(new QHBoxLayout(this)) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(title);
    m_second->setElided(true);
    m_second->hide();
    m_row->setContentsMargins(16, 0, 16, 0);
    m_row->setSpacing(8);
    m_row->addWidget(m_title);
    m_row->addWidget(m_second, 1);
    m_row->addStretch();
}

void SectionHead::setTitle(const QString& title) {
    m_title->setText(title);
    setAccessibleName(title);
}

void SectionHead::setSecond(const QString& text) {
    m_second->setText(text);
    m_second->setElided(true);
    // A short one, as a count is, is read whole: what stands beside it gives way.
    m_second->setMinimumWidth(
        std::min(m_second->fontMetrics().horizontalAdvance(text) + 1, kSecondKept));
    m_second->setVisible(!text.isEmpty());
}

void SectionHead::setPageMargin(int pixels) {
    m_row->setContentsMargins(pixels, 0, pixels, 0);
}

void SectionHead::setUnderlined(bool underlined) {
    m_underlined = underlined;
    update();
}

void SectionHead::addControl(QWidget* control) {
    m_row->addWidget(control);
}

QSize SectionHead::sizeHint() const {
    return {m_row->sizeHint().width(), std::max(controlHeight(40), m_row->sizeHint().height())};
}

void SectionHead::paintEvent(QPaintEvent*) {
    if (!m_underlined)
        return;
    QPainter painter(this);
    paintHairline(painter, 0, width(), height() - 1, color(Role::line));
}

}  // namespace apportion::ui
