// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/read_back.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QPainter>

#include "ui/texts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kIconColumn = 38;
constexpr int kPad = 10;

// The sentence as rich text with its arguments in bold.
QString boldText(const Message& message) {
    const std::string text(messageTemplate(message.code));
    const QString own = QCoreApplication::translate("messages", text.c_str()).toHtmlEscaped();
    return qt(fillTemplate(own.toStdString(), message.arguments, [](const Value& value) {
        return QStringLiteral("<b>%1</b>").arg(valueText(value).toHtmlEscaped()).toStdString();
    }));
}

}  // namespace

ReadBack::ReadBack(QWidget* parent) : QWidget(parent), text_(new TextLabel({}, Type::body)) {
    text_->setTextFormat(Qt::RichText);
    text_->setWordWrap(true);
    text_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text_->setAccessibleName(tr("The quota in words"));
    // Two lines are usual: the form does not jump between one and two.
    text_->setMinimumHeight(QFontMetrics(text_->font()).height() * 3);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kIconColumn, kPad, 16, kPad);
    row->addWidget(text_);
}

void ReadBack::read(const std::vector<Message>& sentences) {
    QStringList rich;
    QStringList plain;
    for (const Message& sentence : sentences) {
        rich << boldText(sentence);
        plain << messageText(sentence);
    }
    plain_ = plain.join(QLatin1Char(' '));
    text_->setText(
        QStringLiteral("<p style='line-height:140%'>%1</p>").arg(rich.join(QLatin1Char(' '))));
    text_->setAccessibleDescription(plain_);
    setAccessibleName(plain_);
}

QString ReadBack::plainText() const {
    return plain_;
}

void ReadBack::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintBox(painter, QRectF(rect()), color(Role::accentSoft), {}, kControlRadius);
    paintIcon(painter, QRectF(12, kPad + 1, 16, QFontMetrics(text_->font()).height() * 1.4),
              Icon::eye, color(Role::accentText));
}

}  // namespace apportion::ui
