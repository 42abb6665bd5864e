// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/undo_verbs.h"

#include <utility>

#include <QAction>

#include "core/plan/draft/quota_draft.h"
#include "core/session/lasting_act.h"
#include "ui/command_runner.h"
#include "ui/files/notice_bar.h"
#include "ui/main_window/action_rows.h"
#include "ui/main_window/hit_question.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/journal_texts.h"

namespace apportion::ui {

namespace {

QStringList sentencesOf(const Problems& notes) {
    QStringList sentences;
    for (const Problem& note : notes)
        sentences << messageText(note.message);
    return sentences;
}

struct TurnWords {
    QString question;
    QString verb;
    QString done;
    QString refused;
};

TurnWords wordsOf(const TurnRequest& turn, const QString& what) {
    if (!turn.restorePoint.empty())
        return {UndoVerbs::tr("Return to the restore point “%1”?").arg(qt(turn.restorePoint)),
                UndoVerbs::tr("Return"), UndoVerbs::tr("Returned to %1").arg(qt(turn.restorePoint)),
                UndoVerbs::tr("Not returned")};
    if (turn.undo)
        return {UndoVerbs::tr("Undo “%1”?").arg(what), UndoVerbs::tr("Undo"),
                UndoVerbs::tr("Undone: %1").arg(what), UndoVerbs::tr("Not undone")};
    return {UndoVerbs::tr("Redo “%1”?").arg(what), UndoVerbs::tr("Redo"),
            UndoVerbs::tr("Redone: %1").arg(what), UndoVerbs::tr("Not redone")};
}

}  // namespace

UndoVerbs::UndoVerbs(SessionBridge& bridge, const Actions& actions, NoticeBar& notices,
                     QObject* parent)
    : QObject(parent), bridge_(bridge), actions_(actions), notices_(notices) {}

void UndoVerbs::undo() {
    begin({true, {}});
}

void UndoVerbs::redo() {
    begin({false, {}});
}

void UndoVerbs::enable(const View& view) {
    const bool readOnly = view.document.readOnly;
    undo_ = readOnly ? std::nullopt : view.document.undo;
    redo_ = readOnly ? std::nullopt : view.document.redo;
    const auto enable = [&](const char* id, bool any, const QString& none) {
        actions_.enable(id, any,
                        !view.document.open ? tr("Nothing is open")
                        : readOnly          ? CommandRunner::readOnlyText()
                                            : none);
    };
    enable(ActionId::undo, undo_.has_value(), tr("Nothing to undo"));
    enable(ActionId::redo, redo_.has_value(), tr("Nothing was undone"));
    const auto name = [&](const char* id, const std::optional<std::string>& subject) {
        QAction* action = actions_[id];
        if (subject && !subject->empty())
            action->setToolTip(tr("%1: %2", "Undo and its shortcut, what it is about")
                                   .arg(action->toolTip(), qt(*subject)));
    };
    name(ActionId::undo, undo_);
    name(ActionId::redo, redo_);
}

void UndoVerbs::undoEntry(Revision entry) {
    begin({true, entry});
}

void UndoVerbs::restore(const QString& point) {
    begin({true, {}, point.toStdString()});
}

void UndoVerbs::begin(const TurnRequest& turn) {
    bridge_.ask(bridge_.session().tryTurn(turn), this,
                [this, turn](const std::optional<TurnTrial>& tried) {
                    if (tried && !tried->trial.refusal.empty())
                        refuse(turn, tried->trial.refusal);
                    else if (tried && (!turn.restorePoint.empty() || tried->trial.hitsAnybody() ||
                                       !tried->notes.empty() ||
                                       lastingAct(*bridge_.view(), turn, *tried) != nullptr))
                        ask(turn, *tried);
                    else
                        // A replay tries nothing and has no history.
                        finish(turn,
                               tried ? subjectText(tried->row)
                                     : qt((turn.undo ? undo_ : redo_).value_or(std::string())),
                               tried ? tried->notes : Problems());
                });
}

void UndoVerbs::ask(const TurnRequest& turn, const TurnTrial& tried) {
    const QString what = subjectText(tried.row);
    const JournalRow* lasting = lastingAct(*bridge_.view(), turn, tried);
    // With what it does not bring back.
    const QStringList sentences =
        QStringList(lasting != nullptr ? tr("“%1” cannot be undone. Undo the older “%2” instead?")
                                             .arg(entryText(*lasting), what)
                                       : wordsOf(turn, what).question) +
        sentencesOf(tried.notes);
    const CommandRunner::Question question{sentences.join(QLatin1Char(' ')),
                                           wordsOf(turn, what).verb};
    // That entry, and not what others did while this was read.
    const TurnRequest seen{turn.undo, turn.undo ? tried.entry : std::nullopt, turn.restorePoint};
    askWhereItHits(notices_, question, tried.trial,
                   [this, seen, tried] { finishAsRead(seen, tried); });
}

// The pool went on while the question was read: who would be hit now is asked about again.
void UndoVerbs::finishAsRead(const TurnRequest& turn, const TurnTrial& read) {
    bridge_.ask(bridge_.session().tryTurn(turn), this,
                [this, turn, read](const std::optional<TurnTrial>& now) {
                    if (now && now->trial.refusal.empty() &&
                        (victimsOf(now->trial) != victimsOf(read.trial) ||
                         now->trial.neverAgain != read.trial.neverAgain))
                        ask(turn, *now);
                    else
                        finish(turn, subjectText(read.row), now ? now->notes : read.notes);
                });
}

void UndoVerbs::finish(const TurnRequest& turn, const QString& what, const Problems& notes) {
    bridge_.ask(bridge_.session().turn(turn), this,
                [this, turn, what, notes](const Result<void>& done) {
                    if (!done)
                        return refuse(turn, done.error());
                    emit turned();
                    if (!what.isEmpty())
                        emit said(wordsOf(turn, what).done);
                    tell(notes);
                });
}

// What was done last and stays is said before what is older.
void UndoVerbs::refuse(const TurnRequest& turn, Problems why) {
    const View& view = *bridge_.view();
    QString title = wordsOf(turn, {}).refused;
    if (const JournalRow* row =
            why.empty() ? nullptr : refusedEntry(view.journal, why.front().message)) {
        TurnTrial tried;
        tried.entry = row->n;
        if (const JournalRow* lasting = lastingAct(view, turn, tried))
            title = tr("“%1” cannot be undone. “%2” was not undone")
                        .arg(entryText(*lasting), entryText(*row));
    }
    for (Problem& each : why)
        each.message = inHistoryWords(view.journal, std::move(each.message));
    emit refused(title, why);
}

void UndoVerbs::tell(const Problems& notes) {
    const QStringList sentences = sentencesOf(notes);
    // Of this change, as a refusal is: the next one outdates it.
    if (!sentences.isEmpty())
        notices_.present({Tone::info, sentences.join(QLatin1Char(' ')), {}, {}, true});
}

}  // namespace apportion::ui
