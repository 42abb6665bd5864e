// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_state.h"

#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>

#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

constexpr int kEmptyStateIcon = 24;
constexpr int kEmptyStateMargin = 24;
constexpr int kEmptyStateEdge = 8;  // where room is short
constexpr int kEmptyStateGap = 12;
constexpr int kTitleGap = 6;
constexpr int kNarrow = 160;

}  // namespace

EmptyState::EmptyState(Icon which, const QString& title, const QString& sentence, QWidget* parent)
    : QWidget(parent),
      m_icon(which),
      m_iconRoom(new QWidget(this)),
      m_title(new TextLabel(title, Type::pool, Role::text, this)),
      m_sentence(new TextLabel(sentence, Type::body, Role::text2, this)),
      m_first(new QPushButton(this)),
      m_second(new QPushButton(this)) {
    m_iconRoom->setFixedSize(kEmptyStateIcon, kEmptyStateIcon + kEmptyStateGap);
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
    column->setContentsMargins(kEmptyStateMargin, kEmptyStateMargin, kEmptyStateMargin,
                               kEmptyStateMargin);
    column->setSpacing(0);
    column->addStretch(2);
    column->addWidget(m_iconRoom, 0, Qt::AlignHCenter);
    column->addWidget(m_title);
    column->addSpacing(kTitleGap);
    column->addLayout(middle);
    column->addSpacing(kEmptyStateGap);
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
    if (isVisible())
        fit();
}

void EmptyState::setTexts(const QString& title, const QString& sentence) {
    m_title->setText(title);
    m_sentence->setText(sentence);
    setLine();
    setAccessibleName(title);
    setAccessibleDescription(sentence);
    if (isVisible())
        fit();
}

// A wrapped label asks for a tall and narrow box; give it the width of a line of reading, as far as
// there is room.
void EmptyState::setLine() {
    constexpr int kLine = 360;
    const int wanted = std::min(
        m_sentence->fontMetrics().horizontalAdvance(m_sentence->text()) + kEmptyStateEdge, kLine);
    m_sentence->setFixedWidth(std::min(wanted, std::max(width() - 2 * kEmptyStateMargin, kNarrow)));
}

// The sentence wraps where it is narrow.
QSize EmptyState::minimumSizeHint() const {
    const QSize hint = QWidget::minimumSizeHint();
    return {std::min(hint.width(), kNarrow + 2 * kEmptyStateMargin), hint.height()};
}

// What it offers is never squeezed: first the picture goes, then the sentence, which the title
// stands for.
void EmptyState::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    setLine();
    fit();
}

void EmptyState::fit() {
    const bool offers = !m_first->text().isEmpty() || !m_second->text().isEmpty();
    const int least = 2 * kEmptyStateEdge + m_title->heightForWidth(width()) +
                      (offers ? kEmptyStateGap + m_first->sizeHint().height() : 0);
    const int said = kTitleGap + m_sentence->heightForWidth(m_sentence->width());
    const bool all = height() >= least + said + kEmptyStateIcon + kEmptyStateGap;
    m_iconRoom->setVisible(all);
    m_sentence->setVisible(height() >= least + said);
    const int edge = height() >= least + said + kEmptyStateIcon + kEmptyStateGap +
                                     2 * (kEmptyStateMargin - kEmptyStateEdge)
                         ? kEmptyStateMargin
                         : kEmptyStateEdge;
    layout()->setContentsMargins(kEmptyStateMargin, edge, kEmptyStateMargin, edge);
}

void EmptyState::paintEvent(QPaintEvent*) {
    if (m_iconRoom->isHidden())
        return;
    QPainter painter(this);
    paintIcon(painter, QRectF(m_iconRoom->pos(), QSizeF(kEmptyStateIcon, kEmptyStateIcon)), m_icon,
              color(Role::text3), kEmptyStateIcon);
}

}  // namespace apportion::ui
