// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sentence_box.h"

#include <QBoxLayout>
#include <QPainter>
#include <QTextDocumentFragment>

#include "ui/widgets/icons.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr QChar kDash(0x2013);
constexpr QChar kJoiner(0x2060);
constexpr int kIconColumn = 38;
constexpr int kPad = 10;
constexpr int kLines = 2;  // what most sentences take; the box does not jump between one and two

}  // namespace

SentenceBox::SentenceBox(QWidget* parent) : QWidget(parent), text_(new TextLabel({}, Type::body)) {
    text_->setTextFormat(Qt::RichText);
    text_->setWordWrap(true);
    text_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    text_->setAccessibleName(tr("In words"));
    text_->setMinimumHeight(kLines * (QFontMetrics(text_->font()).height() * 3 / 2));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kIconColumn, kPad, 16, kPad);
    row->addWidget(text_);
    connect(text_, &QLabel::linkActivated, this, [this] {
        open_ = !open_;
        compose();
    });
}

void SentenceBox::read(const QString& sentence, const QString& rule, const QString& about) {
    refusal_ = false;
    sentence_ = sentence;
    rule_ = rule;
    open_ = open_ && about == about_;
    about_ = about;
    compose();
}

void SentenceBox::refuse(const QString& why) {
    refusal_ = true;
    sentence_ = QStringLiteral("<b>%1</b> %2").arg(tr("Not applied."), why.toHtmlEscaped());
    rule_.clear();
    open_ = false;
    compose();
}

QString SentenceBox::plainText() const {
    return QTextDocumentFragment::fromHtml(text_->text()).toPlainText().remove(kJoiner);
}

void SentenceBox::compose() {
    QString html = QStringLiteral("<p style='line-height:145%'>%1").arg(sentence_);
    // A range is read in one line.
    html.replace(kDash, kJoiner + QString(kDash) + kJoiner);
    if (!rule_.isEmpty())
        html += QStringLiteral(
                    " <a href='rule' style='font-size:%1px;color:%2;text-decoration:none'>%3</a>")
                    .arg(QFontMetrics(ui::font(Type::second)).height() * 12 / 15)
                    .arg(color(Role::accentText).name(), rule_.toHtmlEscaped());
    if (open_)
        html += QStringLiteral("<br/><span style='color:%1'>%2</span>")
                    .arg(color(Role::text2).name(), about_.toHtmlEscaped());
    Qt::TextInteractionFlags flags = Qt::TextSelectableByMouse;
    // Without a link there is nothing to do here by keyboard: Tab goes on.
    if (!rule_.isEmpty())
        flags |= Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard;
    if (flags != text_->textInteractionFlags())
        text_->setTextInteractionFlags(flags);
    html += QStringLiteral("</p>");
    if (html != text_->text())
        text_->setText(html);
    text_->setAccessibleDescription(plainText());
    setAccessibleName(plainText());
    update();
}

void SentenceBox::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintBox(painter, QRectF(rect()), color(refusal_ ? Role::errSoft : Role::accentSoft), {},
             kControlRadius);
    paintIcon(painter, QRectF(12, kPad, 16, QFontMetrics(text_->font()).height() + 2),
              refusal_ ? Icon::error : Icon::eye, color(refusal_ ? Role::err : Role::accentText));
}

void SentenceBox::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        compose();
}

}  // namespace apportion::ui
