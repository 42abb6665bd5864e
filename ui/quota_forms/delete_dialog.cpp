// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/delete_dialog.h"

#include <QBoxLayout>
#include <QLayoutItem>
#include <QPushButton>

#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

using Kind = QuotaBlocker::Kind;

constexpr std::size_t kMostShown = 8;  // the rest is counted: they come up as these go

}  // namespace

DeleteDialog::DeleteDialog(SessionBridge& bridge, CommandRunner& runner, Mode mode,
                           const QuotaRow& row, QWidget* window)
    : DialogFrame(mode, window),
      bridge_(bridge),
      runner_(runner),
      row_(row),
      list_(new QVBoxLayout),
      sentence_(new TextLabel({}, Type::body)) {
    setOpeningWidth(640);
    const View& view = *bridge.view();
    if (row.parent >= 0)
        parent_ = qt(view.quotas[static_cast<std::size_t>(row.parent)].name);
    setHeading(tr("Delete %1").arg(qt(row.name)),
               parent_.isEmpty()
                   ? tr("%1 guaranteed, a root").arg(gpusText(row.numbers.guaranteed))
                   : tr("%1 guaranteed, below %2").arg(gpusText(row.numbers.guaranteed), parent_));
    setDot(row.colour);
    sentence_->setWordWrap(true);
    body()->addWidget(sentence_);
    list_->setSpacing(6);
    body()->addLayout(list_);
    body()->addStretch();
    addCancel();
    delete_ = addPrimary(tr("Delete"));
    delete_->setProperty("kind", "danger");
    delete_->setEnabled(false);
    connect(delete_, &QPushButton::clicked, this, &DeleteDialog::remove);
    // What others take away goes from the list, too.
    connect(&bridge_, &SessionBridge::changed, this, [this](const ViewPtr& now) {
        if (now->document.revision != seen_)
            check();
    });
    check();
}

void DeleteDialog::check() {
    seen_ = bridge_.view()->document.revision;
    const int number = ++asked_;
    CommandRequest request = commandOf("quota.delete", {{"name", row_.name}});
    request.dryRun = true;
    runner_.run(std::move(request), this, [this, number](const Result<CommandAnswer>& answer) {
        if (number != asked_)
            return;
        answered_ = number;
        showAnswer(answer);
    });
}

void DeleteDialog::showAnswer(const Result<CommandAnswer>& answer) {
    while (QLayoutItem* item = list_->takeAt(0)) {
        if (QWidget* row = item->widget()) {
            row->hide();
            row->deleteLater();
        }
        delete item;
    }
    blockers_.clear();
    delete_->setEnabled(answer.has_value());
    if (answer) {
        sentence_->setText(parent_.isEmpty()
                               ? tr("Nothing hangs on it. Its %1 become unassigned on their nodes.")
                                     .arg(gpusText(row_.numbers.guaranteed))
                               : tr("Nothing hangs on it. Its %1 go back to %2.")
                                     .arg(gpusText(row_.numbers.guaranteed), parent_));
        setConsequence(tr("One entry of the history; undo brings it back"));
        return;
    }
    showBlockers(answer.error());
}

void DeleteDialog::showBlockers(const Problems& problems) {
    blockers_ = blockersOf(problems, row_.name);
    if (blockers_.empty()) {
        sentence_->setText(refusalText(problems));
        setConsequence(tr("It cannot be deleted"), Tone::err);
        return;
    }
    sentence_->setText(tr("It can be deleted when nothing hangs on it any more. What does:"));
    for (std::size_t i = 0; i < std::min(blockers_.size(), kMostShown); ++i)
        list_->addWidget(rowOf(blockers_[i]));
    const auto count = static_cast<int>(blockers_.size());
    if (blockers_.size() > kMostShown)
        list_->addWidget(
            new TextLabel(tr("and %n more", nullptr, count - static_cast<int>(kMostShown)),
                          Type::second, Role::text2));
    setConsequence(tr("%n thing(s) stand in the way", nullptr, count), Tone::warn);
    const QSize wanted = sizeHint();
    if (isVisible() && wanted.height() > height())
        resize(width(), wanted.height());
}

QWidget* DeleteDialog::rowOf(const QuotaBlocker& blocker) {
    struct Look {
        QString word;
        Icon icon;
        QString mend;
    };
    const auto look = [&]() -> Look {
        switch (blocker.kind) {
            case Kind::child:
                return {tr("child"), Icon::layers, tr("Delete it…")};
            case Kind::workspace:
                return {tr("workspace"), Icon::users, tr("Take it out")};
            case Kind::workload:
                return {tr("work"), Icon::training, tr("Cancel it")};
            case Kind::temporary:
                return {tr("temporary"), Icon::clock, tr("End it now")};
            case Kind::timetable:
                return {tr("timetable"), Icon::calendar, tr("Delete it")};
        }
        return {};
    }();
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto* badge = new BadgeLabel({look.word, Tone::warn, look.icon});
    badge->setMinimumWidth(104);
    layout->addWidget(badge);
    auto* name = new TextLabel(qt(blocker.name), Type::name);
    name->setElided(true);
    layout->addWidget(name, 1);
    const QString who = qt(blocker.name);
    const auto button = [&](const QString& text, auto act) {
        auto* made = new QPushButton(text);
        made->setAutoDefault(false);
        made->setAccessibleName(tr("%1: %2", "a verb, a name").arg(text, who));
        connect(made, &QPushButton::clicked, this, act, Qt::QueuedConnection);
        layout->addWidget(made);
    };
    if (blocker.kind == Kind::child)
        button(tr("Show"), [this, who] {
            reject();
            emit quotaWanted(who);
        });
    if (blocker.kind == Kind::workload)
        button(tr("Show"), [this, who] {
            reject();
            emit workloadWanted(who);
        });
    button(look.mend, [this, blocker] { mend(blocker); });
    return row;
}

void DeleteDialog::mend(const QuotaBlocker& blocker) {
    if (!blocker.mend) {
        for (const QuotaRow& row : bridge_.view()->quotas)
            if (row.name == blocker.name) {
                auto* child =
                    new DeleteDialog(bridge_, runner_, modeOf(*bridge_.view()), row, this);
                child->setAttribute(Qt::WA_DeleteOnClose);
                connect(child, &DeleteDialog::quotaWanted, this, &DeleteDialog::quotaWanted);
                connect(child, &DeleteDialog::workloadWanted, this, &DeleteDialog::workloadWanted);
                connect(child, &QDialog::finished, this, &DeleteDialog::check);
                child->open();
                return;
            }
        return;
    }
    clearRefusal();
    runner_.run(*blocker.mend, this, [this](const Result<CommandAnswer>& answer) {
        if (!answer)
            refuse(refusalText(answer.error()));
        check();
    });
}

void DeleteDialog::remove() {
    runner_.run(commandOf("quota.delete", {{"name", row_.name}}), this,
                [this](const Result<CommandAnswer>& answer) {
                    if (!answer) {
                        refuse(refusalText(answer.error()));
                        check();
                        return;
                    }
                    accept();
                    emit deleted(qt(row_.name));
                });
}

}  // namespace apportion::ui
