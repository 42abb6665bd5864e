// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sentence_box.h"

#include <QBoxLayout>
#include <QPainter>

#include "ui/widgets/icons.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kSentenceBoxIconColumn = 38;
constexpr int kSentenceBoxPad = 10;
constexpr int kLines = 2;  // what most sentences take; the box does not jump between one and two

struct SentenceLook {
    Role ground;
    Role ink;
    Icon sign;
};

}  // namespace

SentenceBox::SentenceBox(QWidget* parent) : QWidget(parent), text_(new TextLabel({}, Type::body)) {
    text_->setWordWrap(true);
    text_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    text_->setAccessibleName(tr("In words"));
    text_->setMinimumHeight(kLines * (QFontMetrics(text_->font()).height() * 3 / 2));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kSentenceBoxIconColumn, kSentenceBoxPad, 16, kSentenceBoxPad);
    row->addWidget(text_);
    connect(text_, &QLabel::linkActivated, this, [this] {
        open_ = !open_;
        compose();
    });
}

void SentenceBox::read(const RichText& sentence, const QString& rule, const QString& about) {
    tone_ = Tone::info;
    sentence_ = sentence;
    rule_ = rule;
    open_ = open_ && about == about_;
    about_ = about;
    compose();
}

void SentenceBox::warn(const RichText& sentence) {
    read(sentence);
    tone_ = Tone::warn;
    update();
}

void SentenceBox::refuse(const QString& why) {
    tone_ = Tone::err;
    sentence_ = RichText::of(u"<b>%1</b> %2", {tr("Not applied."), why});
    rule_.clear();
    open_ = false;
    compose();
}

QString SentenceBox::plainText() const {
    return shown_.plainText();
}

void SentenceBox::compose() {
    shown_ = RichText::of(u"<p style='line-height:145%'>%1", {sentence_.withWholeRanges()});
    if (!rule_.isEmpty())
        shown_ += RichText::of(
            u" <a href='rule' style='font-size:%1px;color:%2;text-decoration:none'>%3</a>",
            {QString::number(QFontMetrics(ui::font(Type::second)).height() * 12 / 15),
             color(Role::accentText).name(), rule_});
    if (open_)
        shown_ += RichText::of(u"<br/><span style='color:%1'>%2</span>",
                               {color(Role::text2).name(), about_});
    shown_ += RichText::of(u"</p>", {});
    Qt::TextInteractionFlags flags = Qt::TextSelectableByMouse;
    // Without a link there is nothing to do here by keyboard: Tab goes on.
    if (!rule_.isEmpty())
        flags |= Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard;
    if (flags != text_->textInteractionFlags())
        text_->setTextInteractionFlags(flags);
    text_->setRichText(shown_);
    text_->setAccessibleDescription(plainText());
    setAccessibleName(plainText());
    update();
}

void SentenceBox::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto [ground, ink, sign] =
        tone_ == Tone::err    ? SentenceLook{Role::errSoft, Role::err, Icon::error}
        : tone_ == Tone::warn ? SentenceLook{Role::warnSoft, Role::warn, Icon::bolt}
                              : SentenceLook{Role::accentSoft, Role::accentText, Icon::eye};
    paintBox(painter, QRectF(rect()), color(ground), {}, kControlRadius);
    paintIcon(painter, QRectF(12, kSentenceBoxPad, 16, QFontMetrics(text_->font()).height() + 2),
              sign, color(ink));
}

void SentenceBox::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        compose();
}

}  // namespace apportion::ui
