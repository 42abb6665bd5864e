// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/choice_card.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionButton>

#include "ui/widgets/fonts.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/style_paint.h"

namespace apportion::ui {
namespace {

constexpr int kChoiceCardPad = 12;
constexpr int kMarkSize = 16;
constexpr int kChoiceCardGap = 10;

int lineHeight(Type type) {
    return QFontMetrics(font(type)).height();
}

}  // namespace

ChoiceCard::ChoiceCard(Mark mark, const QString& title, const QString& sentence, Icon which,
                       QWidget* parent)
    : QAbstractButton(parent), m_mark(mark), m_icon(which) {
    setCheckable(true);
    setAutoExclusive(mark != Mark::check);
    setText(title);
    setFont(apportion::ui::font(Type::head));
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(title);
    setSentence(sentence);
}

void ChoiceCard::setSentence(const QString& sentence) {
    m_sentence = sentence;
    setAccessibleDescription(sentence);
    updateGeometry();
    update();
}

int ChoiceCard::textLeft() const {
    const int mark = m_mark == Mark::icon ? 0 : kMarkSize + kChoiceCardGap;
    return kChoiceCardPad + mark + (m_icon == Icon::none ? 0 : kMarkSize + kChoiceCardGap);
}

int ChoiceCard::heightForWidth(int width) const {
    const QFontMetrics metrics(apportion::ui::font(Type::second));
    const int room = std::max(40, width - textLeft() - kChoiceCardPad);
    const int sentence =
        m_sentence.isEmpty()
            ? 0
            : metrics.boundingRect(QRect(0, 0, room, 10000), Qt::TextWordWrap, m_sentence).height();
    return 2 * kChoiceCardPad - 4 + lineHeight(Type::head) + (sentence > 0 ? 2 + sentence : 0);
}

QSize ChoiceCard::sizeHint() const {
    return {220, heightForWidth(220)};
}

QSize ChoiceCard::minimumSizeHint() const {
    return {140, heightForWidth(140)};
}

void ChoiceCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QRectF box(rect());
    const bool hot = underMouse() && isEnabled();
    if (isChecked() && isEnabled())
        paintBox(painter, box, color(Role::accentSoft), color(Role::accentText), kCardRadius);
    else
        paintBox(painter, box,
                 color(!isEnabled() ? Role::sunken
                       : hot        ? Role::hover
                                    : Role::surface),
                 color(hot ? Role::ctl : Role::line2), kCardRadius);
    if (hasKeyboardFocus(*this))
        paintFocusRing(painter, box, kCardRadius);

    // Mark and icon stand on the title's line, or in the middle of a card of two short lines.
    const int title = lineHeight(Type::head);
    const int top = kChoiceCardPad - 2;
    double x = kChoiceCardPad;
    if (m_mark != Mark::icon) {
        QStyleOptionButton option;
        option.initFrom(this);
        option.state &= ~QStyle::State_HasFocus;
        option.state |= isChecked() ? QStyle::State_On : QStyle::State_Off;
        option.rect =
            QRect(kChoiceCardPad, top + (title - kMarkSize) / 2 + 1, kMarkSize, kMarkSize);
        style()->drawPrimitive(
            m_mark == Mark::check ? QStyle::PE_IndicatorCheckBox : QStyle::PE_IndicatorRadioButton,
            &option, &painter, nullptr);
        x += kMarkSize + kChoiceCardGap;
    }
    const QColor ink = isEnabled() ? color(Role::text) : disabledText();
    paintIcon(painter, QRectF(x, top, kMarkSize, title + 1), m_icon,
              !isEnabled()  ? disabledText()
              : isChecked() ? color(m_mark == Mark::icon ? Role::accentText : Role::text)
                            : color(Role::text2));
    const QRect room = rect().adjusted(textLeft(), top, -kChoiceCardPad, 0);
    painter.setFont(apportion::ui::font(Type::head));
    painter.setPen(ink);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
    painter.setFont(apportion::ui::font(Type::second));
    painter.setPen(isEnabled() ? color(Role::text2) : disabledText());
    painter.drawText(room.adjusted(0, title + 2, 0, 0),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_sentence);
}

}  // namespace apportion::ui
