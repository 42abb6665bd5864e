// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/new_plan_dialog.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>

#include "core/session/planning/new_plan.h"
#include "core/session/planning/planner.h"
#include "ui/command_runner.h"
#include "ui/dialogs/form_rows.h"
#include "ui/texts.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/save_dialog.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kMostTraceNodes = 100'000, kMostTraceGpus = 1'000;
constexpr int kFirstTraceNodes = 16, kFirstTraceGpus = 8;  // until a person says so

}  // namespace

NewPlanDialog::NewPlanDialog(SessionBridge& bridge, QWidget* parent)
    : DialogFrame(Mode::plan, parent),
      bridge_(bridge),
      file_(new QLineEdit),
      nodes_(new NumberField(0)),
      each_(new NumberField(0)),
      browse_(new QPushButton(tr("Browse…"))) {
    const DocumentState& open = bridge_.view()->document;
    setOpeningWidth(620);
    setHeading(tr("New plan"), tr("a plan changes nothing in the pool"));
    body()->setSpacing(12);
    ofPool_ = new ChoiceCard(
        ChoiceCard::Mark::radio,
        open.can.journal ? tr("The pool as it is now") : tr("The recorded run that is open"),
        !open.open          ? tr("No pool is open.")
        : open.file.empty() ? tr("Save it first: a plan names the file it starts from.")
        : open.can.journal  ? tr("%1, with its running and waiting workloads").arg(qt(open.name))
                            : tr("%1, from its start").arg(qt(open.name)),
        Icon::none, this);
    ofFile_ = new ChoiceCard(ChoiceCard::Mark::radio, tr("A file"),
                             tr("A trace such as sacct -P writes, a scenario, a project, or the "
                                "base of another plan"),
                             Icon::none, this);
    ofPast_ =
        new ChoiceCard(ChoiceCard::Mark::radio, tr("A part of its past"),
                       tr("What was submitted and changed, as its journal says"), Icon::none, this);
    past_ = new QComboBox;
    past_->addItem(tr("the last 7 days"), 7);
    past_->addItem(tr("the last 28 days"), 28);
    past_->addItem(tr("the last 91 days"), 91);
    past_->setCurrentIndex(1);
    past_->setAccessibleName(tr("Part of the past"));
    past_->setFixedWidth(160);
    body()->addWidget(ofPool_);
    body()->addWidget(ofPast_);
    QHBoxLayout* ofTime = addFormRow(body(), tr("Part of the past"), past_);
    addFormHint(ofTime)->setText(tr("up to last midnight, UTC"));
    ofTime->addStretch(1);
    body()->addWidget(ofFile_);
    file_->setAccessibleName(tr("File"));
    QHBoxLayout* row = addFormRow(body(), tr("File"), file_);
    row->addWidget(browse_);
    browse_->setAutoDefault(false);
    nodes_->setRange(1, kMostTraceNodes);
    nodes_->setValue(kFirstTraceNodes);
    nodes_->setAccessibleName(tr("Nodes of the pool of a trace"));
    each_->setRange(1, kMostTraceGpus);
    each_->setValue(kFirstTraceGpus);
    each_->setAccessibleName(tr("GPUs of each node"));
    row = addFormRow(body(), tr("Pool of a trace"), nodes_);
    row->addWidget(new TextLabel(tr("nodes ×"), Type::body, Role::text2));
    row->addWidget(each_);
    addFormHint(row)->setText(tr("GPUs each; not for other files"));
    for (NumberField* field : {nodes_, each_}) {
        field->setFixedWidth(100);
        connect(field, &NumberField::valueChanged, this, &NewPlanDialog::check);
        connect(field, &NumberField::readableChanged, this, &NewPlanDialog::check);
    }
    row->addStretch(1);
    // As high as in the dialog's width, which a layout does not ask for.
    constexpr int kCardWidth = 580;
    for (ChoiceCard* card : {ofPool_, ofPast_, ofFile_})
        card->setFixedHeight(card->heightForWidth(kCardWidth));
    body()->addStretch(1);
    addCancel();
    create_ = addPrimary(tr("Create"));
    const bool hasPool = open.open && !open.file.empty();
    ofPool_->setEnabled(hasPool);
    ofPast_->setEnabled(hasPool && open.can.journal);
    past_->setEnabled(ofPast_->isEnabled());
    (hasPool ? ofPool_ : ofFile_)->setChecked(true);
    connect(past_, &QComboBox::activated, this, [this] { ofPast_->setChecked(true); });
    for (ChoiceCard* card : {ofPool_, ofPast_, ofFile_})
        connect(card, &ChoiceCard::toggled, this, &NewPlanDialog::check);
    connect(file_, &QLineEdit::textChanged, this, [this] {
        ofFile_->setChecked(true);
        check();
    });
    connect(browse_, &QPushButton::clicked, this, &NewPlanDialog::browse);
    connect(create_, &QPushButton::clicked, this, &NewPlanDialog::create);
    check();
}

void NewPlanDialog::browse() {
    auto* dialog = new QFileDialog(this, tr("Open the base of a plan"),
                                   SaveDialog::startFolder(qt(bridge_.view()->document.file)),
                                   tr("All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, file_, &QLineEdit::setText);
    dialog->open();
}

void NewPlanDialog::check() {
    clearRefusal();
    create_->setEnabled(ofPool_->isChecked() || ofPast_->isChecked() ||
                        (!file_->text().trimmed().isEmpty() && NumberField::allReadable(*this)));
}

void NewPlanDialog::create() {
    create_->setEnabled(false);
    setConsequence(tr("The file is being read."));
    NewPlan wanted{bridge_.view()->document.file, {}, 0};
    if (ofPast_->isChecked())
        wanted.pastDays = past_->currentData().toInt();
    if (ofFile_->isChecked())
        wanted = {file_->text().trimmed().toStdString(),
                  QStringLiteral("%1x%2").arg(nodes_->value()).arg(each_->value()).toStdString(),
                  0};
    bridge_.ask(bridge_.planner().create(wanted), this,
                [this](const Result<void>& answer) { finish(answer); });
}

void NewPlanDialog::finish(const Result<void>& answer) {
    setConsequence({});
    create_->setEnabled(true);
    if (!answer)
        return refuse(refusalText(answer.error()));
    accept();
    emit created();
}

}  // namespace apportion::ui
