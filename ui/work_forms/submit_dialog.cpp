// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/submit_dialog.h"

#include <algorithm>
#include <cmath>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <QVBoxLayout>

#include "core/model/words.h"
#include "core/session/live/live_consent.h"
#include "core/session/workspace_rows.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/gpu_suffix.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/sentence_box.h"
#include "ui/widgets/text_label.h"
#include "ui/work_forms/command_fields.h"

namespace apportion::ui {

namespace {

constexpr int kLabels = 140;
constexpr int kEffectHeight = 84;  // of a sentence in three lines: the form keeps its size
constexpr int kSpare = 36;         // the words of a command, or what is wrong with a name
constexpr int kPause = 200;        // ms without a key before the session is asked
constexpr Module kModules[] = {Module::training, Module::notebook, Module::inference};

// Why no command is run in this pool.
std::optional<Message> notRunHere(const DocumentState& document) {
    for (Message& each : fateOfCommand(document))
        if (each.code == "command-fate.no-node")
            return std::move(each);
    return std::nullopt;
}

QSpinBox* spin(int least, int most, int value, const QString& name, QWidget* parent) {
    auto* box = new QSpinBox(parent);
    box->setRange(least, most);
    box->setValue(value);
    box->setAccessibleName(name);
    return box;
}

}  // namespace

SubmitDialog::SubmitDialog(SessionBridge& bridge, CommandRunner& runner, const QString& quota,
                           QWidget* parent)
    : DialogFrame(modeOf(*bridge.view()), parent),
      bridge_(bridge),
      runner_(runner),
      name_(new QLineEdit(this)),
      nameMistake_(new TextLabel({}, Type::second, Role::err, this)),
      quota_(new QComboBox(this)),
      workspace_(new QComboBox(this)),
      gpu_(new QDoubleSpinBox(this)),
      replicas_(spin(1, 100'000, 1, tr("Replicas"), this)),
      priority_(spin(kLowestPriority, kHighestPriority, 5, tr("Priority"), this)),
      module_(new Segmented(tr("Kind of work"), this)),
      duration_(spin(0, 1'000'000, 0, tr("Duration in minutes"), this)),
      command_(new CommandFields(bridge.view()->document, this)),
      effect_(new SentenceBox(this)),
      pause_(new QTimer(this)) {
    const View& view = *bridge.view();
    setHeading(tr("Submit a workload"), qt(view.document.name));
    name_->setPlaceholderText(tr("a name is given to it"));
    name_->setAccessibleName(tr("Name"));
    quota_->setAccessibleName(tr("Quota"));
    workspace_->setAccessibleName(tr("Workspace"));
    gpu_->setAccessibleName(tr("GPUs of one replica"));
    gpu_->setDecimals(2);
    gpu_->setRange(0, 100'000);
    gpu_->setValue(1);
    keepGpuSuffix(gpu_);
    duration_->setSpecialValueText(tr("not known"));
    duration_->setSuffix(tr(" min"));
    for (const Module module : kModules)
        module_->addSegment(moduleText(module));
    for (const QuotaRow& row : view.quotas)
        quota_->addItem(qt(row.name));
    if (const int at = quota_->findText(quota); at >= 0)
        quota_->setCurrentIndex(at);

    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(10);
    grid->setColumnMinimumWidth(0, kLabels);
    grid->setColumnStretch(1, 1);
    int row = 0;
    const auto line = [&](const QString& label, QWidget* control, const QString& hint = {}) {
        auto* text = new TextLabel(label, Type::body, Role::text2, this);
        text->setBuddy(control);
        grid->addWidget(text, row, 0);
        grid->addWidget(control, row, 1, 1, hint.isEmpty() ? 2 : 1);
        if (!hint.isEmpty())
            grid->addWidget(new TextLabel(hint, Type::second, Role::text2, this), row, 2);
        ++row;
    };
    line(tr("Name"), name_);
    nameMistake_->hide();
    nameMistake_->setWordWrap(true);
    grid->addWidget(nameMistake_, row++, 1, 1, 2);
    line(tr("Quota"), quota_);
    line(tr("Workspace"), workspace_);
    line(tr("GPUs"), gpu_, tr("of one replica; below 1 a share of one"));
    line(tr("Replicas"), replicas_, tr("they start together"));
    line(tr("Priority"), priority_, tr("1 to 9, 9 first"));
    line(tr("Kind of work"), module_);
    line(tr("Duration"), duration_, tr("then it ends by itself; of a command it is an estimate"));
    line(tr("Command"), command_);
    // Beside its first line, whatever is read back below it.
    QWidget* label = grid->itemAtPosition(row - 1, 0)->widget();
    label->setFixedHeight(command_->command()->sizeHint().height());
    grid->setAlignment(label, Qt::AlignTop);
    body()->addLayout(grid);
    effect_->setMinimumHeight(kEffectHeight);
    body()->addWidget(effect_);
    body()->addStretch(1);
    addCancel();
    submit_ = addPrimary(tr("Submit"));
    connect(submit_, &QPushButton::clicked, this, &SubmitDialog::submit);
    pause_->setSingleShot(true);
    pause_->setInterval(kPause);
    connect(pause_, &QTimer::timeout, this, &SubmitDialog::check);
    const auto soon = [this] { pause_->start(); };
    connect(name_, &QLineEdit::textChanged, this, soon);
    connect(workspace_, &QComboBox::currentIndexChanged, this, soon);
    connect(quota_, &QComboBox::currentTextChanged, this, [this, soon] {
        listWorkspaces();
        soon();
    });
    connect(gpu_, &QDoubleSpinBox::valueChanged, this, soon);
    for (QSpinBox* box : {replicas_, priority_, duration_})
        connect(box, &QSpinBox::valueChanged, this, soon);
    connect(module_, &Segmented::currentChanged, this, soon);
    connect(command_, &CommandFields::edited, this, soon);
    // What others do changes what it would do.
    connect(&bridge_, &SessionBridge::changed, this, [this](const ViewPtr& now) {
        if (now->document.revision == seen_)
            return;
        listWorkspaces();
        tryOut();
    });
    setSpareHeight(kSpare);
    setOpeningWidth(680);
    name_->setFocus();
    listWorkspaces();
    check();
}

void SubmitDialog::listWorkspaces() {
    const QString chosen = workspace_->currentData().toString();
    QStringList names;
    for (const std::string& name :
         workspacesFor(bridge_.view()->workspaces, quota_->currentText().toStdString()))
        names << qt(name);
    QStringList before;
    for (int i = 1; i < workspace_->count(); ++i)
        before << workspace_->itemData(i).toString();
    if (workspace_->count() > 0 && before == names)
        return;
    const QSignalBlocker quiet(workspace_);
    workspace_->clear();
    workspace_->addItem(tr("None", "no workspace"), QString());
    for (const QString& name : names)
        workspace_->addItem(name, name);
    workspace_->setCurrentIndex(std::max(0, workspace_->findData(chosen)));
    workspace_->setEnabled(!names.isEmpty());
    workspace_->setToolTip(
        names.isEmpty() ? tr("No workspace that you may submit to uses this quota") : QString());
}

CommandRequest SubmitDialog::request() const {
    const Gpu gpu = std::llround(gpu_->value() * kOneGpu);
    std::vector<std::pair<std::string, std::string>> arguments{
        {"gpu", gpuArgumentText(gpu)},
        {"replicas", std::to_string(replicas_->value())},
        {"priority", std::to_string(priority_->value())},
        {"module", std::string(word(kModules[module_->currentIndex()]))}};
    if (const QString quota = quota_->currentText(); !quota.isEmpty())
        arguments.emplace_back("quota", quota.toStdString());
    if (const QString name = name_->text().trimmed(); !name.isEmpty())
        arguments.emplace_back("name", name.toStdString());
    if (const QString workspace = workspace_->currentData().toString(); !workspace.isEmpty())
        arguments.emplace_back("workspace", workspace.toStdString());
    if (duration_->value() > 0)
        arguments.emplace_back("duration", std::to_string(duration_->value()) + "m");
    if (command_->isGiven()) {
        arguments.emplace_back("directory", command_->directory().toStdString());
        for (const std::string& each : command_->arguments())
            arguments.emplace_back("command", each);
    }
    return commandOf("submit", arguments);
}

QString SubmitDialog::effect() const {
    return effect_->plainText();
}

// On a fork, off this thread, as things stand.
void SubmitDialog::tryOut() {
    seen_ = bridge_.view()->document.revision;
    const int question = ++tried_;
    bridge_.ask(bridge_.session().tryCommand(request()), this,
                [this, question](const std::optional<CommandTrial>& trial) {
                    if (question != tried_)
                        return;
                    told_ = question;
                    const DocumentState& document = bridge_.view()->document;
                    // The engine knows places, and not that no command reaches them.
                    auto obstacle = command_->isGiven() ? notRunHere(document) : std::nullopt;
                    if (command_->isGiven() && !obstacle && trial && trial->submitted)
                        obstacle = failsThere(document, trial->submitted->nodes);
                    const QString text = !trial     ? QString()
                                         : obstacle ? messageText(*obstacle)
                                                    : submissionText(*trial);
                    effect_->read(text.isEmpty()
                                      ? tr("What it would do is shown once the form is right.")
                                      : text.toHtmlEscaped());
                });
}

void SubmitDialog::check() {
    CommandRequest dry = request();
    dry.dryRun = true;
    const int question = ++asked_;
    if (!command_->mistake().isEmpty()) {
        submit_->setEnabled(false);
        setConsequence(tr("The command cannot be read yet."), Tone::err);
        return;
    }
    tryOut();
    runner_.run(std::move(dry), this, [this, question](const Result<CommandAnswer>& answer) {
        if (question != asked_)
            return;
        submit_->setEnabled(answer.has_value());
        showNameMistake(answer ? Problems() : answer.error());
        if (!answer)
            setConsequence(nameMistake_->isHidden() ? refusalText(answer.error())
                                                    : remedyText(answer.error().front().message),
                           Tone::err);
        else if (const auto note =
                     std::find_if_not(answer->notes.begin(), answer->notes.end(), isFate);
                 note != answer->notes.end())
            setConsequence(messageText(note->message), Tone::warn);
        else
            setConsequence(command_->isGiven() ? command_->fate(answer->notes) : QString());
    });
}

// What is wrong with the name stands below it, what is with the GPUs beside the buttons.
void SubmitDialog::showNameMistake(const Problems& problems) {
    const bool any = !problems.empty() && problems.front().pointer == "/name" &&
                     !remedyText(problems.front().message).isEmpty();
    nameMistake_->setVisible(any);
    if (any)
        nameMistake_->setText(messageText(problems.front().message));
    name_->setProperty("error", any);
    name_->update();
    const bool ofGpu = std::any_of(problems.begin(), problems.end(), [](const Problem& problem) {
        return problem.pointer == "/gpu";
    });
    gpu_->setProperty("error", ofGpu);
    gpu_->update();
}

void SubmitDialog::submit() {
    submit_->setEnabled(false);
    runner_.run(request(), this, [this](const Result<CommandAnswer>& answer) {
        submit_->setEnabled(true);
        if (!answer) {
            refuse(refusalText(answer.error()));
            return;
        }
        if (answer->entry)
            emit submitted(qt(answer->entry->subject));
        accept();
    });
}

}  // namespace apportion::ui
