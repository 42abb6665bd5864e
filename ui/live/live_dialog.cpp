// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/live_dialog.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/command_runner.h"
#include "ui/texts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kIcon = 18;
constexpr int kIndent = 24;  // under the text of the box

}  // namespace

LiveDialog::LiveDialog(SessionBridge& bridge, QWidget* parent)
    : DialogFrame(Mode::live, parent),
      lines_(new QGridLayout),
      remember_(new QCheckBox(
          tr("Next time at once: go live when I open this file, without asking"), this)) {
    const DocumentState& document = bridge.view()->document;
    setHeading(tr("Let %1 go live?").arg(qt(document.name)), qt(document.file));
    auto* what = new TextLabel(tr("From then on this window decides by the clock who runs and who "
                                  "waits, and starts and stops commands on this machine."),
                               Type::body, Role::text, this);
    what->setWordWrap(true);
    body()->addWidget(what);
    lines_->setHorizontalSpacing(12);
    lines_->setVerticalSpacing(12);
    lines_->setColumnStretch(1, 1);
    body()->addLayout(lines_);
    remember_->setAccessibleDescription(
        tr("Kept for you and this file alone, and never in the file. Settings forget it."));
    auto* kept = new TextLabel(
        tr("Kept for you and this file alone, and never in the file. Settings forget it."),
        Type::second, Role::text2, this);
    kept->setWordWrap(true);
    kept->setIndent(kIndent);
    auto* memory = new QVBoxLayout;
    memory->setSpacing(2);
    memory->addWidget(remember_);
    memory->addWidget(kept);
    body()->addLayout(memory);
    setConsequence(
        tr("Closing the window stops deciding; commands that run go on and are found "
           "again."));
    addCancel();
    go_ = addPrimary(tr("Go live"));
    go_->setEnabled(false);
    connect(go_, &QPushButton::clicked, this, [this] {
        emit wanted(remember_->isChecked());
        accept();
    });
    setOpeningWidth(680);
    bridge.ask(bridge.session().consent(), this, [this](const Result<LiveConsent>& consent) {
        answered_ = true;
        if (consent)
            show(*consent);
        else
            refuse(refusalText(consent.error()));
    });
}

void LiveDialog::line(Icon which, const Message& sentence) {
    const int row = lines_->rowCount();
    auto* picture = new TextLabel({}, Type::body, Role::text2, this);
    picture->setPixmap(icon(which).pixmap(kIcon, kIcon));
    auto* text = new TextLabel(messageText(sentence), Type::body, Role::text2, this);
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText);
    lines_->addWidget(picture, row, 0, Qt::AlignTop);
    lines_->addWidget(text, row, 1);
}

void LiveDialog::show(const LiveConsent& consent) {
    line(Icon::play, consent.runs);
    line(Icon::users, consent.submitters);
    line(Icon::hourglass, consent.plain);
    line(Icon::node, consent.machine);
    remember_->setChecked(consent.remembered);
    go_->setEnabled(true);
}

}  // namespace apportion::ui
