// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_state.h"

#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>

#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

constexpr int kIcon = 24;

}  // namespace

EmptyState::EmptyState(Icon which, const QString& title, const QString& sentence, QWidget* parent)
    : QWidget(parent),
      m_icon(which),
      m_iconRoom(new QWidget(this)),
      m_title(new TextLabel(title, Type::pool, Role::text, this)),
      m_sentence(new TextLabel(sentence, Type::body, Role::text2, this)),
      m_first(new QPushButton(this)),
      m_second(new QPushButton(this)) {
    m_iconRoom->setFixedSize(kIcon, kIcon);
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setWordWrap(true);
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setWordWrap(true);
    // Between stretches and not aligned: only so the layout asks for the height of wrapped text.
    auto* middle = new QHBoxLayout;
    middle->addStretch();
    middle->addWidget(m_sentence);
    middle->addStretch();
    m_second->setProperty("kind", "quiet");
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch();
    buttons->addWidget(m_first);
    buttons->addWidget(m_second);
    buttons->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(0);
    column->addStretch(2);
    column->addWidget(m_iconRoom, 0, Qt::AlignHCenter);
    column->addSpacing(12);
    column->addWidget(m_title);
    column->addSpacing(6);
    column->addLayout(middle);
    column->addSpacing(12);
    column->addLayout(buttons);
    column->addStretch(3);
    connect(m_first, &QPushButton::clicked, this, &EmptyState::firstTriggered);
    connect(m_second, &QPushButton::clicked, this, &EmptyState::secondTriggered);
    setActions({});
    setTexts(title, sentence);
}

void EmptyState::setActions(const QString& first, const QString& second, Icon which) {
    m_first->setIcon(icon(which, Role::text));
    m_first->setText(first);
    m_first->setVisible(!first.isEmpty());
    m_second->setText(second);
    m_second->setVisible(!second.isEmpty());
}

void EmptyState::setTexts(const QString& title, const QString& sentence) {
    m_title->setText(title);
    m_sentence->setText(sentence);
    // A wrapped label asks for a tall and narrow box; give it the width of a line of reading.
    constexpr int kLine = 360;
    m_sentence->setFixedWidth(
        std::min(m_sentence->fontMetrics().horizontalAdvance(sentence) + 8, kLine));
    setAccessibleName(title);
    setAccessibleDescription(sentence);
}

void EmptyState::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintIcon(painter, QRectF(m_iconRoom->geometry()), m_icon, color(Role::text3), kIcon);
}

}  // namespace apportion::ui
