// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/notice_bar.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "ui/widgets/focused_button.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr std::chrono::milliseconds kPerLetter(50);
constexpr int kMargin = 16;

}  // namespace

NoticeBar::NoticeBar(QWidget* parent)
    : QWidget(parent),
      text_(new TextLabel({}, Type::body, Role::text, this)),
      row_(new QHBoxLayout(this)),
      close_(new QToolButton(this)) {
    setAccessibleName(tr("Message"));
    setFocusPolicy(Qt::NoFocus);
    row_->setContentsMargins(kMargin + 24, 5, kMargin - 6, 5);
    row_->setSpacing(8);
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row_->addWidget(text_, 1);
    close_->setIcon(icon(Icon::close));
    close_->setAutoRaise(true);
    close_->setProperty("compact", true);
    close_->setToolTip(tr("Close (Esc)"));
    close_->setAccessibleName(tr("Close the message"));
    row_->addWidget(close_);
    connect(close_, &QToolButton::clicked, this, &NoticeBar::close);
    passes_.setSingleShot(true);
    connect(&passes_, &QTimer::timeout, this, &NoticeBar::pass);
    setVisible(false);
}

void NoticeBar::lieOver(QWidget* content) {
    content_ = content;
    setParent(content->parentWidget());
    content->installEventFilter(this);
    setVisible(false);
}

bool NoticeBar::eventFilter(QObject* content, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move)
        place();
    return QWidget::eventFilter(content, event);
}

bool NoticeBar::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest)
        place();
    return QWidget::event(event);
}

void NoticeBar::place() {
    if (content_ == nullptr || isHidden())
        return;
    QRect at = content_->geometry();
    at.setTop(at.bottom() + 1 - row_->totalHeightForWidth(at.width()));
    setGeometry(at);
    raise();
}

void NoticeBar::put(Notice notice) {
    notice_ = std::move(notice);
    for (QWidget* button : std::exchange(buttons_, {}))
        delete button;
    text_->setText(notice_.text);
    setAccessibleDescription(notice_.text);
    for (const NoticeButton& one : notice_.buttons) {
        auto* button = new QPushButton(one.text, this);
        button->setAutoDefault(false);
        button->setProperty("compact", true);
        if (one.primary)
            button->setProperty("kind", "primary");
        connect(button, &QPushButton::clicked, this, [this, run = one.run, stays = one.stays] {
            if (!stays)
                dismiss();
            if (run)
                run();
        });
        row_->insertWidget(row_->count() - 1, button);
        buttons_.push_back(button);
    }
    setVisible(true);
    place();
    update();
    if (notice_.tone == Tone::info && buttons_.empty() && !notice_.closed && !stands_)
        passes_.start(readingTime_ + kPerLetter * notice_.text.size());
    else
        passes_.stop();
}

void NoticeBar::pass() {
    if (underMouse() || isAncestorOf(window()->focusWidget()))
        passes_.start(readingTime_);
    else
        dismiss();
}

void NoticeBar::present(Notice notice, bool ask) {
    stands_ = false;
    put(std::move(notice));
    if (!ask || buttons_.empty())
        return;
    before_ = window()->focusWidget();
    const auto primary = std::find_if(notice_.buttons.begin(), notice_.buttons.end(),
                                      [](const NoticeButton& button) { return button.primary; });
    const auto at = primary == notice_.buttons.end() ? 0 : primary - notice_.buttons.begin();
    focusUnasked(*buttons_[static_cast<std::size_t>(at)]);
}

void NoticeBar::stand(std::optional<Notice> notice) {
    standing_ = std::move(notice);
    // What is broken is worth more than a tale of before; not what waits for an answer.
    const bool outweighs = standing_ && standing_->tone == Tone::err && notice_.tone != Tone::err &&
                           notice_.buttons.empty();
    const bool isFree = isHidden() || stands_ || outweighs;
    stands_ = isFree && standing_.has_value();
    if (stands_)
        put(*standing_);
    else if (isFree)
        setVisible(false);
}

void NoticeBar::dismiss() {
    stands_ = standing_.has_value();
    if (stands_)
        put(*standing_);
    else
        setVisible(false);
    if (before_)
        before_->setFocus(Qt::OtherFocusReason);
    before_.clear();
}

void NoticeBar::dismissRefusal() {
    if (notice_.refusal && !stands_ && !isHidden())
        dismiss();
}

void NoticeBar::close() {
    const auto closed = notice_.closed;
    if (stands_)
        standing_.reset();
    dismiss();
    if (closed)
        closed();
}

QString NoticeBar::text() const {
    return isVisibleTo(parentWidget()) ? notice_.text : QString();
}

void NoticeBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), color(toneSoftRole(notice_.tone)));
    painter.fillRect(QRectF(0, 0, width(), 1), color(Role::line));
    paintIcon(painter, QRectF(kMargin, 0, 16, height()), toneIcon(notice_.tone),
              color(toneRole(notice_.tone)), 16);
}

void NoticeBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        close();
    else if (!pressFocusedButton(*this, *event))
        QWidget::keyPressEvent(event);
}

}  // namespace apportion::ui
