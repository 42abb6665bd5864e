// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/note_box.h"

#include <QHBoxLayout>
#include <QLayoutItem>
#include <QPainter>
#include <QPushButton>

#include "ui/visible_text.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kIconRoom = 34;

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
    actions_->addStretch();
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
    // The buttons stay while there is something for them to do: one may have the focus, or be held
    // down.
    acts_ = actions;
    while (buttons_.size() > actions.size()) {
        buttons_.back()->deleteLater();
        buttons_.pop_back();
    }
    while (buttons_.size() < actions.size()) {
        auto* button = new QPushButton(this);
        button->setAutoDefault(false);
        button->setProperty("compact", true);
        connect(button, &QPushButton::clicked, this, [this, i = buttons_.size()] {
            const auto act = acts_[i].act;  // which may say something else
            act();
        });
        actions_->insertWidget(static_cast<int>(buttons_.size()), button);
        buttons_.push_back(button);
    }
    for (std::size_t i = 0; i < actions.size(); ++i)
        buttons_[i]->setText(buttonText(actions[i].text));
    setVisible(!sentence.isEmpty());
    update();
}

void NoteBox::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintBox(painter, QRectF(rect()), color(toneSoftRole(tone_)), {}, kControlRadius);
    const int line = sentence_->fontMetrics().height();
    paintIcon(painter, QRectF(10, 8, 16, line), toneIcon(tone_), color(toneRole(tone_)));
}

}  // namespace apportion::ui
