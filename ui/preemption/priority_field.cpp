// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/priority_field.h"

#include <algorithm>
#include <utility>

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>

#include "ui/preemption/policy_texts.h"
#include "ui/priorities_text.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/typing_pause.h"

namespace apportion::ui {

namespace {

enum Form { Single, Range };
constexpr int kFieldWidth = 72;

}  // namespace

PriorityField::PriorityField(const QString& title, const QString& caption, Grows grows,
                             QWidget* parent)
    : QWidget(parent),
      grows_(grows),
      form_(new Segmented(tr("%1: one or a range").arg(title), this)),
      edit_(new QLineEdit(this)),
      captionText_(caption),
      caption_(new TextLabel(caption, Type::second, Role::text2, this)) {
    form_->addSegment(tr("Single"));
    form_->addSegment(tr("Range"));
    edit_->setAlignment(Qt::AlignCenter);
    edit_->setFixedWidth(kFieldWidth);
    edit_->setMaxLength(12);
    edit_->setAccessibleName(title);
    edit_->setToolTip(tr("A priority from 1 to 9, or two with a dash"));
    auto* heading = new TextLabel(title, Type::head, Role::text, this);
    heading->setBuddy(edit_);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(form_);
    row->addWidget(edit_);
    row->addWidget(caption_);
    row->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(heading);
    column->addLayout(row);
    setFocusProxy(edit_);
    edit_->installEventFilter(this);
    connect(form_, &Segmented::currentChanged, this, &PriorityField::takeForm);
    connect(edit_, &QLineEdit::textEdited, this, &PriorityField::takeText);
    connect(edit_, &QLineEdit::editingFinished, this, &PriorityField::finish);
    pause_.setSingleShot(true);
    pause_.setInterval(kTypingPause);
    connect(&pause_, &QTimer::timeout, this, &PriorityField::rest);
    tellForm({});
    showRange();
}

// Typing may change the form, which nobody asked for: so it is said, until somebody chooses one.
void PriorityField::tellForm(const QString& what) {
    unseen_ = false;
    caption_->setText(what.isEmpty()           ? captionText_
                      : captionText_.isEmpty() ? what
                                               : tr("%1 · %2").arg(captionText_, what));
    edit_->setAccessibleDescription(what.isEmpty() ? edit_->toolTip()
                                                   : tr("%1. %2").arg(what, edit_->toolTip()));
}

bool PriorityField::isSingle() const {
    return form_->currentIndex() == Single;
}

void PriorityField::setRange(PriorityRange range) {
    const bool wasSingle = isSingle();
    range_ = range;
    setting_ = true;
    if (range.from != range.to)
        form_->setCurrentIndex(Range);
    setting_ = false;
    const bool typing = edit_->hasFocus() && rangeFromText(edit_->text()) == range;
    if (!typing)
        showRange();
    if (wasSingle != isSingle())
        emit singleChanged(isSingle());
}

void PriorityField::begin(PriorityRange range) {
    setting_ = true;
    if (range.from == range.to)
        form_->setCurrentIndex(Single);
    setting_ = false;
    tellForm({});
    setRange(range);
}

// Whoever wrote one priority, or "2 to 2", means that one.
void PriorityField::finish() {
    if (!readable_)
        return rest();
    const auto written = rangeFromText(edit_->text());
    if (!isSingle() && written && written->from == written->to) {
        begin(*written);
        tellForm(tr("a single one now"));
        emit singleChanged(true);
    }
    showRange();
}

// Enter goes on to the button of the dialog. Where it is what ends the typing that has changed the
// form, nobody has read that yet: the first one only ends the typing.
bool PriorityField::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusOut)
        unseen_ = held_ = false;
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (enter && held_ && key->isAutoRepeat())
        return true;
    held_ = enter && unseen_ && readable_ && range_.from != range_.to;
    if (!held_)
        return QWidget::eventFilter(watched, event);
    unseen_ = false;
    finish();
    return true;
}

bool PriorityField::isWrong() const {
    return !readable_ && (rested_ || !edit_->hasFocus());
}

void PriorityField::rest() {
    if (readable_ || rested_)
        return;
    rested_ = true;
    updateError();
    emit readableChanged();
}

void PriorityField::showRange() {
    const bool pair = !isSingle() && range_.from == range_.to;
    // "1–1" would read as one number.
    edit_->setText(pair ? tr("%1 to %1", "a range of one priority").arg(range_.from)
                        : prioritiesText(range_));
    if (!readable_) {
        readable_ = true;
        updateError();
        emit readableChanged();
    }
}

// As far as one would mean it: of "2" that may be taken, 1 to 2; of "6" that may take, 6 to 9.
void PriorityField::takeForm(int index) {
    if (setting_)
        return;
    tellForm({});
    emit singleChanged(index == Single);
    PriorityRange range = range_;
    const bool up = grows_ == Grows::up;
    if (index == Single)
        (up ? range.to : range.from) = up ? range.from : range.to;
    else if (range.from == range.to)
        range = up ? PriorityRange{std::min(range.from, kHighestPriority - 1), kHighestPriority}
                   : PriorityRange{kLowestPriority, std::max(range.to, kLowestPriority + 1)};
    range_ = range;
    showRange();
    emit rangeChanged(range);
}

void PriorityField::takeText(const QString& text) {
    const auto range = rangeFromText(text);
    const bool was = std::exchange(readable_, range.has_value());
    rested_ = false;
    if (!readable_)
        pause_.start();
    updateError();
    if (!was || !readable_)
        emit readableChanged();  // also when it becomes another that cannot be read
    if (!range || *range == range_)
        return;
    const bool wasSingle = isSingle();
    setRange(*range);
    if (wasSingle && !isSingle()) {
        tellForm(tr("a range now"));
        unseen_ = edit_->hasFocus();
    }
    emit rangeChanged(*range);
}

// Who has begun to write two priorities has done nothing wrong yet.
QString PriorityField::complaint() const {
    static const QRegularExpression kBegun(QStringLiteral("^\\s*([1-9]\\s*[-\u2013]?\\s*)?$"));
    if (!isWrong())
        return {};
    if (kBegun.match(edit_->text()).hasMatch())
        return tr("%1: one priority from 1 to 9, or two with a dash between them.")
            .arg(edit_->accessibleName());
    return tr("%1: “%2” is not a priority. Write one from 1 to 9, or two with a dash between them.")
        .arg(edit_->accessibleName(), edit_->text());
}

void PriorityField::setError(bool error) {
    error_ = error;
    updateError();
}

void PriorityField::updateError() {
    edit_->setProperty("error", error_ || isWrong());
    edit_->update();
}

}  // namespace apportion::ui
