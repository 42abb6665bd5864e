// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_bar.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>

#include "ui/widgets/icon_button.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {
MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent),
      m_sentence(new TextLabel({}, Type::name, Role::text, this)),
      m_action(new QPushButton(this)),
      m_close(new IconButton(Icon::close, tr("Close this message"), this)) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    setMinimumHeight(controlHeight(36));
    m_sentence->setWordWrap(true);
    m_action->setProperty("compact", true);
    m_action->setAutoDefault(false);
    m_action->hide();
    m_close->setIconSize(QSize(14, 14));
    m_close->setFixedSize(24, 24);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(36, 5, 6, 5);
    row->setSpacing(8);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_action);
    row->addWidget(m_close);
    connect(m_action, &QPushButton::clicked, this, &MessageBar::acted);
    connect(m_close, &IconButton::clicked, this, [this] {
        // Who is told can still see that the focus is on it.
        emit closed();
        hide();
    });
    hide();
}

void MessageBar::say(Tone tone, const QString& sentence, const QString& action) {
    m_tone = tone;
    m_sentence->setText(sentence);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(sentence);
    show();
    update();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void MessageBar::setClosable(bool closable) {
    m_close->setVisible(closable);
}

QString MessageBar::sentence() const {
    return m_sentence->text();
}

void MessageBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintBox(painter, QRectF(rect()), color(toneSoftRole(m_tone)), {}, kControlRadius);
    paintIcon(painter, QRectF(12, 0, 16, height()), toneIcon(m_tone), color(toneRole(m_tone)));
}

}  // namespace apportion::ui
