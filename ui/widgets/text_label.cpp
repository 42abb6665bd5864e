// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text_label.h"

#include <QEvent>
#include <QFocusEvent>
#include <QFontMetrics>
#include <QPainter>

#include "ui/visible_text.h"
#include "ui/widgets/style_paint.h"

namespace apportion::ui {

TextLabel::TextLabel(const QString& text, Type type, Role role, QWidget* parent)
    : QLabel(parent), m_role(role) {
    setText(text);
    setFont(apportion::ui::font(type));
    // Else a parent on the surface would make it ask for Text.
    setForegroundRole(QPalette::WindowText);
    applyRole();
}

void TextLabel::setText(const QString& text) {
    QLabel::setTextFormat(Qt::PlainText);
    QLabel::setText(visible(text));
}

void TextLabel::setRichText(const RichText& text) {
    if (textFormat() != Qt::RichText) {
        clear();  // what was plain is never read as markup
        QLabel::setTextFormat(Qt::RichText);
    }
    QLabel::setText(text.html());
    setContextMenuPolicy(Qt::NoContextMenu);  // Qt's own would offer to copy the place of a link
}

void TextLabel::setRole(Role role) {
    if (role == m_role)
        return;
    m_role = role;
    applyRole();
}

void TextLabel::applyRole() {
    m_dark = Theme::isDark();
    QPalette own = palette();
    own.setColor(QPalette::Active, QPalette::WindowText, color(m_role));
    own.setColor(QPalette::Inactive, QPalette::WindowText, color(m_role));
    own.setColor(QPalette::Disabled, QPalette::WindowText, disabledText());
    own.setColor(QPalette::Link, color(Role::accentText));
    setPalette(own);
}

void TextLabel::setElided(bool elided) {
    m_elided = elided;
    updateToolTip();
    updateGeometry();
}

QSize TextLabel::minimumSizeHint() const {
    const QSize size = QLabel::minimumSizeHint();
    return m_elided ? QSize(fontMetrics().averageCharWidth() * 4, size.height()) : size;
}

bool TextLabel::event(QEvent* event) {
    // Hidden labels hear of a new theme only when they are shown. Setting the own palette sends
    // another PaletteChange, so only a switch of theme counts.
    const bool occasion = event->type() == QEvent::PaletteChange ||
                          event->type() == QEvent::ApplicationPaletteChange ||
                          event->type() == QEvent::Show;
    if (occasion && m_dark != Theme::isDark()) {
        applyRole();
        // Links keep the colour that they had when the text was read.
        if (const QString rich = text(); textFormat() == Qt::RichText) {
            clear();
            QLabel::setText(rich);
        }
    }
    return QLabel::event(event);
}

// Tab comes to a link at once: the label around it is no stop of its own.
void TextLabel::focusInEvent(QFocusEvent* event) {
    QLabel::focusInEvent(event);
    const bool back = event->reason() == Qt::BacktabFocusReason;
    if ((back || event->reason() == Qt::TabFocusReason) &&
        (textInteractionFlags() & Qt::LinksAccessibleByKeyboard))
        QLabel::focusNextPrevChild(!back);
}

void TextLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    updateToolTip();
}

void TextLabel::updateToolTip() {
    if (!m_elided)
        return;
    const bool cut = fontMetrics().horizontalAdvance(text()) > contentsRect().width();
    setToolTip(cut ? text() : QString());
}

void TextLabel::paintEvent(QPaintEvent* event) {
    if (m_elided) {
        QPainter painter(this);
        const QString shown =
            fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
        painter.setPen(palette().color(foregroundRole()));
        painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine, shown);
        return;
    }
    QLabel::paintEvent(event);
    if (hasFocus() && focusPolicy() != Qt::NoFocus) {
        QPainter painter(this);
        paintFocusRing(painter, QRectF(rect()));
    }
}

}  // namespace apportion::ui
