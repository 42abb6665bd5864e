// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/blocker_row.h"

#include <utility>

#include <QBoxLayout>
#include <QPushButton>

#include "ui/texts.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

using Kind = QuotaBlocker::Kind;

struct Look {
    QString word;
    Icon icon;
    QString mend;
};

Look lookOf(Kind kind) {
    switch (kind) {
        case Kind::child:
            return {BlockerRow::tr("child"), Icon::layers, BlockerRow::tr("Delete it…")};
        case Kind::workspace:
            return {BlockerRow::tr("workspace"), Icon::users, BlockerRow::tr("Remove")};
        case Kind::workload:
            return {BlockerRow::tr("work"), Icon::training, BlockerRow::tr("Cancel workload")};
        case Kind::temporary:
            return {BlockerRow::tr("temporary"), Icon::clock, BlockerRow::tr("End it now")};
        case Kind::timetable:
            return {BlockerRow::tr("timetable"), Icon::calendar, BlockerRow::tr("Delete it")};
    }
    return {};
}

}  // namespace

BlockerRow::BlockerRow(const QuotaBlocker& blocker, const CancelDraft& cost, QWidget* parent)
    : QWidget(parent),
      blocker_(blocker),
      cost_(cost),
      name_(new TextLabel(qt(blocker.name), Type::name)),
      note_(new TextLabel({}, Type::second, Role::text2)) {
    const Look look = lookOf(blocker.kind);
    const bool runs = blocker.kind == Kind::workload && cost.running > 0;
    mendText_ = runs ? tr("Cancel workload…") : look.mend;
    badge_ = new BadgeLabel({look.word, Tone::warn, look.icon});
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(badge_);
    name_->setElided(true);
    layout->addWidget(name_, 3);
    note_->setElided(true);
    // As wide in every row, whatever stands in them.
    for (TextLabel* text : {name_, note_})
        text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    if (blocker.kind == Kind::workload)
        stateText_ = runs ? tr("runs on %1").arg(gpusText(cost.held)) : tr("waits");
    note_->setText(stateText_);
    layout->addWidget(note_, 2);
    if (blocker.kind == Kind::child || blocker.kind == Kind::workload) {
        show_ = addButton(tr("Show"));
        connect(show_, &QPushButton::clicked, this, [this] { emit showWanted(blocker_); });
    } else {
        noShow_ = new QWidget(this);
        layout->addWidget(noShow_);
    }
    if (runs) {
        keep_ = addButton(tr("Keep workload"));
        keep_->hide();
        connect(keep_, &QPushButton::clicked, this, [this] { ask(false); });
    }
    mend_ = addButton(mendText_);
    connect(mend_, &QPushButton::clicked, this, [this, runs] {
        if (runs && !asking_)
            ask(true);
        else
            emit mendWanted(blocker_);
    });
}

QPushButton* BlockerRow::addButton(const QString& text) {
    auto* made = new QPushButton(text, this);
    made->setAutoDefault(false);
    made->setAccessibleName(tr("%1: %2", "a verb, a name").arg(text, qt(blocker_.name)));
    layout()->addWidget(made);
    return made;
}

BlockerRow::Widths BlockerRow::needs() const {
    return {badge_->sizeHint().width(), show_ ? show_->sizeHint().width() : 0,
            asking_ ? widths_.mend : mend_->sizeHint().width(), !note_->text().isEmpty()};
}

void BlockerRow::setWidths(const Widths& widths) {
    widths_ = widths;
    badge_->setFixedWidth(widths.badge);
    note_->setVisible(widths.notes);
    if (show_)
        show_->setMinimumWidth(widths.show);
    else
        noShow_->setFixedWidth(widths.show);
    mend_->setMinimumWidth(asking_ ? 0 : widths.mend);
}

// The button that loses something stands where no other stood before.
void BlockerRow::ask(bool asking) {
    asking_ = asking;
    note_->setText(asking ? tr("%1 would be lost").arg(gpuHours(cost_.done)) : stateText_);
    note_->setRole(asking ? Role::err : Role::text2);
    note_->setElided(!asking);  // what is lost is told whole, whatever the name
    auto* row = static_cast<QHBoxLayout*>(layout());
    row->removeWidget(keep_);
    row->removeWidget(mend_);
    row->addWidget(asking ? mend_ : keep_);
    row->addWidget(asking ? keep_ : mend_);
    mend_->setText(asking ? tr("Cancel it, lose that") : mendText_);
    mend_->setMinimumWidth(asking ? 0 : widths_.mend);
    mend_->setAccessibleName(tr("%1: %2", "a verb, a name").arg(mend_->text(), qt(blocker_.name)));
    mend_->setProperty("kind", asking ? "danger" : "plain");
    keep_->setVisible(asking);
    show_->setVisible(!asking);
    (asking ? keep_ : mend_)->setFocus(Qt::OtherFocusReason);
}

QString BlockerRow::mendText(Kind kind) {
    return lookOf(kind).mend;
}

bool BlockerRow::isOf(const QuotaBlocker& blocker) const {
    return blocker.kind == blocker_.kind && blocker.name == blocker_.name;
}

void BlockerRow::setDone(bool done) {
    if (std::exchange(done_, done) == done)
        return;
    if (keep_ && asking_)
        ask(false);
    if (done && isVisible())
        setMinimumHeight(height());  // without its buttons it needs less
    mend_->setHidden(done);
    if (show_)
        show_->setHidden(done);
    badge_->setBadge({lookOf(blocker_.kind).word, done ? Tone::good : Tone::warn,
                      done ? Icon::check : lookOf(blocker_.kind).icon});
    note_->setText(done ? tr("no longer in the way") : stateText_);
    name_->setRole(done ? Role::text2 : Role::text);
}

}  // namespace apportion::ui
