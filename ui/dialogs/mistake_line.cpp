// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/mistake_line.h"

#include <algorithm>
#include <utility>

#include <QAccessible>
#include <QApplication>
#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QTimer>

#include "ui/visible_text.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

MistakeLine::MistakeLine(QWidget* parent)
    : QWidget(parent),
      sentence_(new TextLabel({}, Type::name, Role::err, this)),
      row_(new QHBoxLayout(this)) {
    sentence_->setWordWrap(true);
    row_->setContentsMargins(24, 0, 0, 0);
    row_->setSpacing(8);
    row_->addWidget(sentence_, 1);
    hide();
}

void MistakeLine::lieBelow(QWidget* field) {
    below_ = field;
    row_->setContentsMargins(32, 6, 8, 6);
    parentWidget()->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, &MistakeLine::place);
}

bool MistakeLine::eventFilter(QObject* page, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        QTimer::singleShot(0, this, &MistakeLine::place);  // once the fields have their places
    return QWidget::eventFilter(page, event);
}

void MistakeLine::place() {
    if (below_ == nullptr)
        return;
    const QPoint at = below_->mapTo(parentWidget(), QPoint(0, below_->height() + 2));
    const int wide = parentWidget()->width();
    const QRect box(0, at.y(), wide,
                    std::max(row_->totalHeightForWidth(wide), row_->totalMinimumSize().height()));
    const QWidget* focus = QApplication::focusWidget();
    const bool covers =
        focus != nullptr && parentWidget()->isAncestorOf(focus) && !isAncestorOf(focus) &&
        box.intersects(QRect(focus->mapTo(parentWidget(), QPoint()), focus->size()));
    setGeometry(box);
    setVisible(!sentence().isEmpty() && !covers);
    raise();
}

void MistakeLine::say(const QString& sentence, std::vector<Mend> mends) {
    tell(sentence, std::move(mends), Tone::err);
}

void MistakeLine::note(const QString& sentence, Tone tone) {
    tell(sentence, {}, tone);
}

void MistakeLine::tell(const QString& sentence, std::vector<Mend> mends, Tone tone) {
    tone_ = tone;
    sentence_->setRole(toneRole(tone));
    const bool news = sentence_->text() != sentence;
    sentence_->setText(sentence);
    setAccessibleName(sentence);
    // The buttons stay where they are while only their words change: one may have the focus.
    while (buttons_.size() > mends.size()) {
        buttons_.back()->deleteLater();
        buttons_.back()->hide();
        buttons_.pop_back();
    }
    while (buttons_.size() < mends.size()) {
        auto* button = new QPushButton(this);
        button->setAutoDefault(false);
        row_->addWidget(button);
        buttons_.push_back(button);
    }
    for (std::size_t i = 0; i < mends.size(); ++i) {
        buttons_[i]->setText(buttonText(mends[i].text));
        disconnect(buttons_[i], &QPushButton::clicked, this, nullptr);
        // What it does may say something else here.
        connect(buttons_[i], &QPushButton::clicked, this,
                [act = std::move(mends[i].act)] { QTimer::singleShot(0, act); });
    }
    setVisible(!sentence.isEmpty());
    place();
    update();
    if (news && !sentence.isEmpty()) {
        QAccessibleEvent alert(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

QString MistakeLine::sentence() const {
    return sentence_->text();
}

void MistakeLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (below_ != nullptr)
        paintBox(painter, QRectF(rect()), color(toneSoftRole(tone_)), color(toneRole(tone_)), 4, 1);
    paintIcon(painter, QRectF(below_ != nullptr ? 8 : 0, 0, 16, height()), toneIcon(tone_),
              color(toneRole(tone_)));
}

}  // namespace apportion::ui
