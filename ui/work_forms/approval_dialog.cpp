// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/approval_dialog.h"

#include <utility>

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include "core/change/command_request.h"
#include "core/session/local/live_consent.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/widgets/argument_list.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

ApprovalDialog::ApprovalDialog(SessionBridge& bridge, CommandRunner& runner,
                               const WorkloadRow& work, const ApprovalTurn& turn, QWidget* parent)
    : DialogFrame(modeOf(*bridge.view()), parent),
      bridge_(bridge),
      runner_(runner),
      workload_(work.name),
      words_(new ArgumentList(this)),
      folder_(new ArgumentList(this)),
      facts_(new FactList(this)),
      why_(new QLineEdit(this)),
      seen_(bridge.view()->document.revision) {
    setHeading(tr("Approve the command of %1?").arg(qt(work.name)),
               turn.of > 1 ? tr("%1 of %2 waiting for approval, in %3")
                                 .arg(turn.number)
                                 .arg(turn.of)
                                 .arg(qt(work.quota))
                           : tr("Waits for approval in %1").arg(qt(work.quota)));
    setDot(work.colour);
    folder_->setNumbered(false);
    folder_->setAccessibleName(tr("Folder"));
    const auto head = [this](const QString& text) {
        body()->addWidget(new TextLabel(text, Type::head, Role::text, this));
    };
    body()->setSpacing(8);
    head(tr("Program and arguments, as passed"));
    body()->addWidget(words_);
    body()->addSpacing(6);
    head(tr("In the folder"));
    body()->addWidget(folder_);
    body()->addSpacing(6);
    body()->addWidget(facts_);
    auto* caution = new TextLabel(
        tr("The command runs exactly as shown, with all permissions of this user. Others can write "
           "commands to the file. Approve only what you would run yourself."),
        Type::second, Role::text2, this);
    caution->setWordWrap(true);
    body()->addWidget(caution);
    why_->setPlaceholderText(tr("Reason for the history, if you decline"));
    why_->setAccessibleName(tr("Reason for declining"));
    body()->addWidget(why_);
    // By Enter alone nobody lets a command run: in the field it declines.
    why_->installEventFilter(this);
    addCancel()->setFocus();
    showNow_ = addButton(tr("Show what waits now"));
    showNow_->hide();
    if (turn.number < turn.of)
        connect(addButton(tr("Skip")), &QPushButton::clicked, this, &QDialog::accept);
    decline_ = addButton(tr("Decline"));
    approve_ = addPrimary(tr("Approve command"));
    approve_->setDefault(false);
    connect(showNow_, &QPushButton::clicked, this, [this] {
        clearRefusal();
        show(latest_);
    });
    connect(decline_, &QPushButton::clicked, this, &ApprovalDialog::decline);
    connect(approve_, &QPushButton::clicked, this, &ApprovalDialog::approve);
    setOpeningWidth(640);
    if (turn.number > 1) {
        // The second click of a double one on the last one's button is not meant for this one.
        settled_ = false;
        QTimer::singleShot(QApplication::doubleClickInterval(), this, [this] {
            settled_ = true;
            enableApprove();
        });
    }
    approve_->setEnabled(false);
    decline_->setEnabled(false);
    connect(&bridge_, &SessionBridge::changed, this,
            [this](const ViewPtr& view) { follow(*view); });
    look();
}

bool ApprovalDialog::eventFilter(QObject* watched, QEvent* event) {
    if (watched != why_ || event->type() != QEvent::KeyPress)
        return DialogFrame::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key != Qt::Key_Return && key != Qt::Key_Enter)
        return DialogFrame::eventFilter(watched, event);
    decline_->click();
    return true;
}

void ApprovalDialog::follow(const View& view) {
    if (std::exchange(seen_, view.document.revision) != view.document.revision)
        look();
}

void ApprovalDialog::look() {
    bridge_.ask(bridge_.session().runsOf(workload_), this,
                [this](const WorkRuns& runs) { take(runs); });
}

void ApprovalDialog::take(const WorkRuns& runs) {
    answered_ = true;
    latest_ = runs;
    const bool another = runs.asked && !digest_.empty() && runs.asked->digest != digest_;
    if (runs.asked && !another)
        return show(runs);
    approvable_ = false;
    enableApprove();
    decline_->setEnabled(false);
    showNow_->setVisible(another);
    if (another)
        setConsequence(tr("The command has changed since this dialog opened."), Tone::warn);
    else
        setConsequence(tr("The workload has ended, or you cannot see its command."), Tone::err);
}

void ApprovalDialog::show(const WorkRuns& runs) {
    const ApprovalAsked& asked = *runs.asked;
    const std::optional<Message>& missing = runs.missing;
    showNow_->hide();
    const DocumentState& document = bridge_.view()->document;
    QStringList words;
    for (const std::string& each : asked.command.arguments)
        words << qt(each);
    words_->setArguments(words);
    folder_->setArguments({qt(asked.command.directory)});
    QList<Fact> facts{{tr("Submitted by"), asked.user.empty() ? tr("none") : qt(asked.user),
                       Role::text, tr("The user who wrote it into the project")}};
    facts.append(
        {tr("Asks for"),
         asked.replicas > 1
             ? tr("%1 for each of %Ln replica(s)", nullptr, asked.replicas).arg(gpusText(asked.gpu))
             : gpusText(asked.gpu),
         Role::text, tr("As submitted")});
    const bool elsewhere = document.isElsewhere();
    facts.append({tr("Runs as"), qt(elsewhere ? document.holder : document.who), Role::text,
                  tr("The user who runs the scheduler")});
    if (!elsewhere)
        facts.append({tr("On"), qt(document.machine), Role::text, tr("This machine")});
    facts_->setFacts(facts);
    digest_ = asked.digest;
    const auto obstacle = obstacleToApprove(document);
    const bool given = !asked.approvedBy.empty();
    approvable_ = !obstacle && !given;
    enableApprove();
    decline_->setEnabled(runner_.may("decline") && !given);
    if (given)
        setConsequence(tr("%1 has approved it.").arg(qt(asked.approvedBy)));
    else if (obstacle)
        setConsequence(messageText(*obstacle), Tone::warn);
    else if (missing)
        setConsequence(tr("%1 %2", "what is missing, what mends it")
                           .arg(messageText(*missing), remedyText(*missing)),
                       Tone::warn);
    else if (const auto fate = fateOfCommand(document); fate.size() > 1)
        setConsequence(messageText(fate.back()), Tone::warn);
    else
        setConsequence(tr("The workload enters the queue."));
}

void ApprovalDialog::enableApprove() {
    approve_->setEnabled(approvable_ && settled_);
}

void ApprovalDialog::approve() {
    approve_->setEnabled(false);
    bridge_.ask(bridge_.session().approve(workload_, digest_), this,
                [this](const Result<void>& answer) {
                    if (answer) {
                        emit approved(qt(workload_));
                        accept();
                        return;
                    }
                    refuse(refusalText(answer.error()));
                    look();  // it may be another command by now
                });
}

void ApprovalDialog::decline() {
    runner_.run({DeclineWork{workload_, digest_}, why_->text().trimmed().toStdString()}, this,
                [this](const Result<CommandAnswer>& answer) {
                    if (answer) {
                        emit declined(qt(workload_));
                        accept();
                    } else {
                        refuse(refusalText(answer.error()));
                        look();
                    }
                });
}

}  // namespace apportion::ui
