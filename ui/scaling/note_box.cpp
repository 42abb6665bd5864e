// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/note_box.h"

#include <QHBoxLayout>
#include <QLayoutItem>
#include <QPainter>
#include <QPushButton>

#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kIconRoom = 34;

Icon iconOf(Tone tone) {
    return tone == Tone::err    ? Icon::error
           : tone == Tone::warn ? Icon::warning
           : tone == Tone::good ? Icon::checkCircle
                                : Icon::info;
}

}  // namespace

NoteBox::NoteBox(QWidget* parent)
    : QWidget(parent),
      sentence_(new TextLabel({}, Type::name)),
      second_(new TextLabel({}, Type::body, Role::text2)),
      actions_(new QHBoxLayout) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kIconRoom, 8, 12, 8);
    column->setSpacing(6);
    auto* row = new QHBoxLayout;
    row->setSpacing(16);
    sentence_->setWordWrap(true);
    row->addWidget(sentence_, 1);
    row->addWidget(second_, 0, Qt::AlignTop);
    column->addLayout(row);
    actions_->setSpacing(8);
    column->addLayout(actions_);
    setVisible(false);
}

QString NoteBox::sentence() const {
    return isHidden() ? QString() : sentence_->text();
}

void NoteBox::say(Tone tone, const QString& sentence, const QString& second,
                  const std::vector<NoteAction>& actions) {
    tone_ = tone;
    sentence_->setText(sentence);
    second_->setText(second);
    second_->setVisible(!second.isEmpty());
    setAccessibleName(sentence);
    while (QLayoutItem* item = actions_->takeAt(0)) {
        if (QWidget* button = item->widget())
            button->deleteLater();
        delete item;
    }
    for (const NoteAction& action : actions) {
        auto* button = new QPushButton(action.text, this);
        button->setAutoDefault(false);
        button->setProperty("compact", true);
        connect(button, &QPushButton::clicked, this, action.act);
        actions_->addWidget(button);
    }
    if (!actions.empty())
        actions_->addStretch();
    setVisible(!sentence.isEmpty());
    update();
}

void NoteBox::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintBox(painter, QRectF(rect()), color(toneSoftRole(tone_)), {}, kControlRadius);
    const int line = sentence_->fontMetrics().height();
    paintIcon(painter, QRectF(10, 8, 16, line), iconOf(tone_), color(toneRole(tone_)));
}

}  // namespace apportion::ui
