// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/live_dialog.h"

#include <utility>

#include <QCheckBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/plan/draft/live_obstacle.h"
#include "core/session/local/live_consent.h"
#include "ui/command_runner.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kIcon = 18;
constexpr int kIndent = 24;  // under the text of the box

}  // namespace

LiveDialog::LiveDialog(SessionBridge& bridge, QWidget* parent)
    : DialogFrame(Mode::live, parent),
      bridge_(bridge),
      file_(bridge.view()->document.file),
      revision_(bridge.view()->document.revision),
      remember_(new QCheckBox(tr("Go live when I open this file, without asking"), this)) {
    const DocumentState& document = bridge.view()->document;
    setHeading(tr("Let %1 go live?").arg(qt(document.name)), qt(document.file));
    auto* what = new TextLabel(tr("While the pool is live, this window schedules workloads and "
                                  "starts and stops commands on this machine."),
                               Type::body, Role::text, this);
    what->setWordWrap(true);
    body()->addWidget(what);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(12);
    grid->setColumnStretch(1, 1);
    const Icon icons[] = {Icon::bolt,      Icon::play, Icon::gear,   Icon::users,
                          Icon::hourglass, Icon::node, Icon::warning};
    for (std::size_t row = 0; row < lines_.size(); ++row) {
        auto* picture = new TextLabel({}, Type::body, Role::text2, this);
        // What is wrong stands out among what is so.
        const bool warns = row == kGpus || row == kGoes;
        picture->setPixmap(icon(icons[row], warns ? Role::warn : Role::text2).pixmap(kIcon, kIcon));
        pictures_[row] = picture;
        lines_[row] =
            new TextLabel({}, Type::body, warns || row == kStarts ? Role::text : Role::text2, this);
        lines_[row]->setWordWrap(true);
        grid->addWidget(picture, static_cast<int>(row), 0, Qt::AlignTop);
        grid->addWidget(lines_[row], static_cast<int>(row), 1);
    }
    setRow(kStarts, tr("Loading the workloads that would start or stop…"));
    for (const Row row : {kGoes, kRuns, kSubmitters, kPlain, kMachine, kGpus})
        setRow(row, {});
    body()->addLayout(grid);
    remember_->setAccessibleDescription(
        tr("Saved for your user account, not in the file. You can turn this off in Settings."));
    auto* kept = new TextLabel(
        tr("Saved for your user account, not in the file. You can turn this off in Settings."),
        Type::second, Role::text2, this);
    kept->setWordWrap(true);
    kept->setIndent(kIndent);
    auto* memory = new QVBoxLayout;
    memory->setSpacing(2);
    memory->addWidget(remember_);
    memory->addWidget(kept);
    body()->addLayout(memory);
    auto* manual = new TextLabel(tr("Manual: run 'man apportion' in a terminal."), Type::second,
                                 Role::text2, this);
    manual->setTextInteractionFlags(Qt::TextSelectableByMouse);
    body()->addWidget(manual);
    addCancel();
    go_ = addPrimary(tr("Go live"));
    connect(go_, &QPushButton::clicked, this, [this] {
        emit wanted(remember_->isChecked());
        accept();
    });
    connect(&bridge_, &SessionBridge::changed, this,
            [this](const ViewPtr& view) { follow(*view); });
    setOpeningWidth(680);
    enable(document);
    ask();
}

void LiveDialog::follow(const View& view) {
    const DocumentState& document = view.document;
    // There is nothing to ask any more.
    if (!document.open || document.file != file_ || document.isLive())
        return reject();
    enable(document);
    if (std::exchange(revision_, document.revision) != document.revision)
        ask();
}

// What is known is told at once; what would become of a crowd of work takes long to find.
void LiveDialog::ask() {
    if (std::exchange(asking_, true))
        return;
    bridge_.ask(bridge_.session().consent(), this, [this](const Result<LiveConsent>& consent) {
        if (consent)
            show(*consent);
        else
            refuse(refusalText(consent.error()));
    });
    bridge_.ask(bridge_.session().liveStart(), this,
                [this, asked = revision_](const Result<LiveStart>& start) {
                    asking_ = false;
                    if (start)
                        show(*start);
                    else
                        setRow(kStarts, {});  // why is told
                    if (asked != revision_)
                        ask();
                });
}

void LiveDialog::setRow(Row row, const QString& text) {
    lines_[row]->setText(text);
    pictures_[row]->setVisible(!text.isEmpty());
    lines_[row]->setVisible(!text.isEmpty());
}

void LiveDialog::show(const LiveConsent& consent) {
    setRow(kRuns, messageText(consent.runs));
    setRow(kSubmitters, messageText(consent.submitters));
    setRow(kPlain, messageText(consent.plain));
    setRow(kMachine, messageText(consent.machine));
    setRow(kGpus, consent.gpus ? refusalText({{{}, {}, 0, 0, *consent.gpus, true}}) : QString());
    if (!std::exchange(consented_, true))
        remember_->setChecked(consent.remembered);
    enable(bridge_.view()->document);
}

void LiveDialog::show(const LiveStart& start) {
    setRow(kStarts, startsText(start));
    setRow(kGoes, goesText(start));
    started_ = true;
    enable(bridge_.view()->document);
}

// Nobody agrees to what was not told.
void LiveDialog::enable(const DocumentState& document) {
    const auto obstacle = obstacleToGoLive(document);
    go_->setEnabled(consented_ && started_ && !obstacle);
    remember_->setEnabled(!obstacle);
    if (obstacle)
        setConsequence(messageText(*obstacle), Tone::warn);
    else
        setConsequence(tr("Closing this window stops scheduling. Running commands continue."));
}

}  // namespace apportion::ui
