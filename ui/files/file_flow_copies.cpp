// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of unsaved changes that programs left behind which ended badly.
#include <QFileInfo>
#include <QLocale>

#include "core/session/planning/planner.h"
#include "core/session/recovery.h"
#include "ui/files/file_flow.h"
#include "ui/files/notice_bar.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

QString fileOf(const RecoveredCopy& copy) {
    return QFileInfo(qt(copy.file)).absoluteFilePath();
}

}  // namespace

void FileFlow::offerRecovery(const QString& file) {
    bridge_.ask(bridge_.session().recoverable(), this,
                [this, file](const std::vector<RecoveredCopy>& copies) {
                    for (const RecoveredCopy& copy : copies)
                        if (file.isEmpty() || fileOf(copy) == file)
                            return offer(copy, file);
                });
}

// This window has its copy now: another one is offered the next.
void FileFlow::offerNext() {
    bridge_.ask(bridge_.session().recoverable(), this,
                [this](const std::vector<RecoveredCopy>& copies) {
                    if (!copies.empty())
                        emit windowWanted({});
                });
}

void FileFlow::offer(const RecoveredCopy& copy, const QString& only) {
    const QString name = copy.file.empty() ? qt(copy.name) : QFileInfo(qt(copy.file)).fileName();
    const QString when = QLocale().toString(
        QDateTime::fromSecsSinceEpoch(copy.writtenAt).toLocalTime(), QLocale::ShortFormat);
    Notice notice;
    notice.tone = Tone::warn;
    notice.text = tr("Recovered unsaved changes to %1 from %2.").arg(name, when);
    notice.buttons = {{tr("Restore"),
                       [this, copy, only] {
                           whenSafe(tr("Save the changes before restoring the others?"), {},
                                    [this, copy, only] { restore(copy, only); });
                       },
                       true},
                      {tr("Discard the copy…"), [this, copy, only] { askToDiscard(copy, only); }}};
    notices_.present(std::move(notice));
}

void FileFlow::offerPlan() {
    bridge_.ask(
        bridge_.planner().leftBehind(), this, [this](const std::vector<RecoveredCopy>& copies) {
            if (copies.empty())
                return;
            const RecoveredCopy& copy = copies.front();
            const QString when = QLocale().toString(
                QDateTime::fromSecsSinceEpoch(copy.writtenAt).toLocalTime(), QLocale::ShortFormat);
            Notice notice;
            notice.tone = Tone::warn;
            notice.text = copy.file.empty() ? tr("Recovered an unsaved plan from %1.").arg(when)
                                            : tr("Recovered unsaved changes to %1 from %2.")
                                                  .arg(QFileInfo(qt(copy.file)).fileName(), when);
            notice.buttons = {
                {tr("Restore the plan"),
                 [this, copy] {
                     notices_.dismiss();
                     bridge_.ask(
                         bridge_.planner().restore(copy), this, [this](const Result<void>& answer) {
                             answer ? emit planOpened()
                                    : emit failed(tr("The plan was not restored"), answer.error());
                             offerPlan();
                         });
                 },
                 true},
                {tr("Discard the copy"), [this, copy] {
                     bridge_.planner().discard(copy);
                     notices_.dismiss();
                     offerPlan();
                 }}};
            notices_.present(std::move(notice));
        });
}

// Nothing brings it back.
void FileFlow::askToDiscard(const RecoveredCopy& copy, const QString& only) {
    const QString name = copy.file.empty() ? qt(copy.name) : QFileInfo(qt(copy.file)).fileName();
    Notice notice;
    notice.tone = Tone::warn;
    notice.text = tr("Discard unsaved changes to %1? You cannot undo this.").arg(name);
    notice.buttons = {{tr("Discard"),
                       [this, copy, only] {
                           bridge_.session().discardRecovered(copy);
                           if (fileOf(copy) != held_)
                               settings_.setOpen(qt(copy.file), false);
                           offerRecovery(only);
                       }},
                      {tr("Keep the copy"), [this, copy, only] { offer(copy, only); }, true}};
    notice.closed = [this, copy, only] { offer(copy, only); };
    notices_.present(std::move(notice), true);
}

void FileFlow::restore(const RecoveredCopy& copy, const QString& only) {
    bridge_.ask(bridge_.session().recover(copy), this,
                [this, copy, only](const Result<void>& answer) {
                    answered(qt(copy.file), qt(copy.name), answer);
                    if (answer && only.isEmpty())
                        offerNext();
                });
}

}  // namespace apportion::ui
