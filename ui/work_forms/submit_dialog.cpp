// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/submit_dialog.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>

#include "core/change/wall_clock.h"
#include "core/cluster/local/command_place.h"
#include "core/plan/draft/quota_draft.h"
#include "core/plan/draft/submit_request.h"
#include "core/session/local/live_consent.h"
#include "core/view/workspace_rows.h"
#include "ui/dialogs/click_by.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/duration_field.h"
#include "ui/widgets/find_box.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/gpu_suffix.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/sentence_box.h"
#include "ui/work_forms/command_fields.h"
#include "ui/work_forms/evicted_table.h"
#include "ui/work_forms/more_fields.h"
#include "ui/work_forms/preset_chips.h"

namespace apportion::ui {

namespace {

constexpr int kSpare = 36;  // the words of a command, or what is wrong with a name
constexpr int kVictimRows = 2;
constexpr int kBelowVictims = 8;
constexpr int kPause = 200;  // ms without a key before the session is asked
constexpr int kSubmitDialogMostMinutes = 1'000'000;
constexpr int kMostAtOnce = 100;
constexpr Module kModules[] = {Module::training, Module::notebook, Module::inference};

NumberField* spin(int least, int most, int value, const QString& name, QWidget* parent) {
    auto* box = new NumberField(0, parent);
    box->setRange(least, most);
    box->setValue(value);
    box->setAccessibleName(name);
    return box;
}

// "None" and one more.
constexpr int kWithOneWorkspace = 2;

// With what is missing beside: what mends that stands beside the buttons.
QString obstacleText(const Message& obstacle, const std::optional<Message>& missing) {
    QStringList sentences{messageText(obstacle)};
    if (missing)
        sentences << messageText(*missing);
    return sentences.join(QLatin1Char(' '));
}

}  // namespace

SubmitDialog::SubmitDialog(SessionBridge& bridge, CommandRunner& runner, const Preset& preset,
                           QWidget* parent)
    : DialogFrame(modeOf(*bridge.view()), parent),
      bridge_(bridge),
      runner_(runner),
      name_(new QLineEdit(this)),
      quota_(new FindBox(tr("Find a quota"), this)),
      workspace_(new QComboBox(this)),
      gpu_(new NumberField(2, this)),
      replicas_(spin(1, 100'000, 1, tr("Replicas"), this)),
      count_(spin(1, kMostAtOnce, 1, tr("Count"), this)),
      priority_(spin(kLowestPriority, kHighestPriority, 5, tr("Priority"), this)),
      module_(new Segmented(tr("Module"), this)),
      duration_(new DurationField(DurationField::Unit::minutes, this)),
      command_(new CommandFields(bridge.view()->document, this)),
      more_(new MoreFields(bridge.view()->document.gpuTypes, this)),
      fold_(new Fold(tr("More"), more_, this)),
      evicted_(new EvictedTable(kVictimRows, this)),
      effect_(new SentenceBox(this)),
      pause_(new QTimer(this)) {
    const View& view = *bridge.view();
    setHeading(tr("Submit a workload"), qt(view.document.name));
    name_->setPlaceholderText(tr("generated if empty"));
    name_->setAccessibleName(tr("Name"));
    quota_->setAccessibleName(tr("Quota"));
    workspace_->setAccessibleName(tr("Workspace"));
    gpu_->setAccessibleName(tr("GPUs of one replica"));
    gpu_->setRange(0, 100'000);
    gpu_->setValue(1);
    keepGpuSuffix(gpu_);
    duration_->setSpecialValueText(tr("not known"));
    duration_->setAccessibleName(tr("Duration in minutes"));
    duration_->setRange(0, kSubmitDialogMostMinutes);
    for (const Module module : kModules)
        module_->addSegment(moduleText(module));
    QStringList quotas;
    for (const QuotaRow& row : view.quotas)
        quotas << qt(row.name);
    quota_->setNames(quotas);
    const int labels = layOut();
    addButtons();
    pause_->setSingleShot(true);
    pause_->setInterval(kPause);
    connect(pause_, &QTimer::timeout, this, &SubmitDialog::check);
    const auto soon = [this] {
        showMore();
        if (presets_ != nullptr)
            presets_->follow(values());
        pause_->start();
    };
    connect(name_, &QLineEdit::textChanged, this, soon);
    connect(workspace_, &QComboBox::currentIndexChanged, this, soon);
    connect(quota_, &QComboBox::currentTextChanged, this, [this, soon] {
        listWorkspaces();
        soon();
    });
    for (NumberField* box :
         std::initializer_list<NumberField*>{gpu_, replicas_, count_, priority_, duration_}) {
        connect(box, &NumberField::valueChanged, this, soon);
        connect(box, &NumberField::readableChanged, this, &SubmitDialog::check);
    }
    connect(module_, &Segmented::currentChanged, this, soon);
    connect(command_, &CommandFields::edited, this, soon);
    connect(more_, &MoreFields::edited, this, soon);
    connect(more_, &MoreFields::readableChanged, this, &SubmitDialog::check);
    // What others do changes what it would do.
    connect(&bridge_, &SessionBridge::changed, this, [this](const ViewPtr& now) {
        // What is being submitted is no mistake of the form.
        if (now->document.revision == seen_ || submitting_)
            return;
        listWorkspaces();
        if (isReadable())
            tryOut();
    });
    setSpareHeight(kSpare + evicted_->maximumHeight() + kBelowVictims);
    setOpeningWidth(680);
    name_->setFocus();
    fill(preset);
    addPresets(preset.workload, labels);
    showMore();
    untouched_ = draft_ = draftOf(fields());
    check();
}

// The quota before the workspaces that use it.
DraftFields SubmitDialog::fields() const {
    DraftFields fields{{"name", name_},
                       {"quota", quota_},
                       {"workspace", workspace_},
                       {"gpu", gpu_},
                       {"replicas", replicas_},
                       {"count", count_},
                       {"priority", priority_},
                       {"module", module_},
                       {"duration", duration_},
                       {"command", command_->command()},
                       {"directory", command_->folder()}};
    const DraftFields more = more_->fields();
    fields.insert(fields.end(), more.begin(), more.end());
    return fields;
}

void SubmitDialog::addButtons() {
    addCancel();
    if (!bridge_.view()->document.can.journal) {
        connect(addPrimary(tr("Make a project of this run…")), &QPushButton::clicked, this, [this] {
            reject();
            emit projectWanted();
        });
        return;
    }
    auto* rows = new QPushButton(tr("Paste rows…"), this);
    rows->setAutoDefault(false);
    rows->setProperty("compact", true);
    clickBy(rows, Qt::CTRL | Qt::SHIFT | Qt::Key_V);
    connect(rows, &QPushButton::clicked, this, [this] {
        const SubmitWork base = change();
        markAsUntouched();
        reject();
        emit rowsWanted(base);
    });
    setCorner(rows);
    another_ = addButton(tr("Submit another", "submits and keeps the form"));
    clickBy(another_, Qt::CTRL | Qt::Key_Return);
    submit_ = addPrimary(tr("Submit"));
    connect(another_, &QPushButton::clicked, this, [this] { submit(true); });
    connect(submit_, &QPushButton::clicked, this, [this] { submit(false); });
}

// What is selected first, then what was submitted last, then the first quota without children.
void SubmitDialog::fill(const Preset& preset) {
    fillFrom(preset.last, fields());
    const std::string last = preset.last.isEmpty() ? "" : quota_->currentText().toStdString();
    quota_->setCurrentIndex(quota_->findText(
        preset.here ? preset.quota
                    : qt(firstQuotaFor(*bridge_.view(), preset.quota.toStdString(), last))));
    listWorkspaces();
    if (preset.like)
        fillLike(*preset.like);
    else if (workspace_->count() == kWithOneWorkspace)
        workspace_->setCurrentIndex(1);
}

void SubmitDialog::fillLike(const SubmitWork& work) {
    name_->setText(qt(work.name));
    quota_->setCurrentIndex(quota_->findText(qt(work.quota)));
    listWorkspaces();
    workspace_->setCurrentIndex(std::max(0, workspace_->findData(qt(work.workspace))));
    gpu_->setValue(static_cast<double>(work.gpu) / kOneGpu);
    replicas_->setValue(work.replicas);
    priority_->setValue(work.priority);
    module_->setCurrentIndex(static_cast<int>(
        std::find(std::begin(kModules), std::end(kModules), work.module) - std::begin(kModules)));
    duration_->setDuration(work.duration.value_or(0));
    if (work.command)
        command_->fill(*work.command, qt(work.directory.value_or("")));
    more_->fillLike(work);
}

QByteArray SubmitDialog::values() const {
    return draftOf({{"quota", quota_},
                    {"workspace", workspace_},
                    {"gpu", gpu_},
                    {"replicas", replicas_},
                    {"priority", priority_},
                    {"module", module_},
                    {"duration", duration_}});
}

void SubmitDialog::goOn(const QByteArray& draft) {
    fillFrom(draft, fields());
    markAsEdited();
    askFirst(tr("Restored after the program ended."), tr("Start again"), [this] {
        clearRefusal();
        fillFrom(untouched_, fields());
        markAsUntouched();
        name_->setFocus();
    });
}

void SubmitDialog::tellDraft() {
    QByteArray now = draftOf(fields());
    if (now == draft_)
        return;
    draft_ = std::move(now);
    emit drafted(draft_ == untouched_ ? QByteArray() : draft_);
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
    const std::string goesOn = workspaceFor(
        bridge_.view()->workspaces, quota_->currentText().toStdString(), chosen.toStdString());
    workspace_->setCurrentIndex(std::max(0, workspace_->findData(qt(goesOn))));
    workspace_->setEnabled(!names.isEmpty());
    workspace_->setToolTip(names.isEmpty() ? tr("No workspace where you can submit uses this quota")
                                           : QString());
}

Workload SubmitDialog::work() const {
    Workload work;
    work.name = name_->text().trimmed().toStdString();
    work.quota = quota_->currentText().toStdString();
    work.workspace = workspace_->currentData().toString().toStdString();
    work.request.gpu = std::llround(gpu_->value() * kOneGpu);
    work.replicas = static_cast<int>(replicas_->value());
    work.priority = static_cast<int>(priority_->value());
    work.module = kModules[module_->currentIndex()];
    if (duration_->value() > 0)
        work.duration = duration_->duration();
    more_->fill(work);
    return work;
}

SubmitWork SubmitDialog::change() const {
    std::optional<WorkCommand> command;
    if (command_->isGiven())
        command = {command_->arguments(), command_->directory().toStdString()};
    return submissionOf(work(), command);
}

std::vector<CommandRequest> SubmitDialog::requests() const {
    std::vector<CommandRequest> all;
    for (SubmitWork& each : numbered(change(), static_cast<int>(count_->value())))
        all.push_back({std::move(each)});
    return all;
}

bool SubmitDialog::warns() const {
    return effect_->isWarning();
}

void SubmitDialog::showMore() {
    more_->follow(work());
    fold_->setSecond(more_->summary());
}

QString SubmitDialog::effect() const {
    return effect_->plainText();
}

QString SubmitDialog::notYet() const {
    if (!bridge_.view()->document.can.journal)
        return tr("A recorded run accepts no new workloads. Projects show the effect.");
    return tr("The effect is shown once the problems are fixed.");
}

bool SubmitDialog::isReadable() const {
    return NumberField::allReadable(*this) && command_->mistake().isEmpty();
}

// On a fork, off this thread, as things stand.
void SubmitDialog::tryOut() {
    seen_ = bridge_.view()->document.revision;
    const int question = ++tried_;
    bridge_.ask(
        bridge_.session().tryCommand(requests()), this,
        [this, question](const std::optional<Effect>& trial) {
            if (question != tried_)
                return;
            told_ = question;
            const DocumentState& document = bridge_.view()->document;
            const auto nodes = trial && !trial->submitted.empty() ? trial->submitted.front().nodes
                                                                  : std::vector<std::string>();
            const auto obstacle = command_->isGiven() ? failsThere(document, nodes) : std::nullopt;
            const QString text = !trial     ? QString()
                                 : obstacle ? obstacleText(*obstacle, trial->missing)
                                            : submissionText(*trial, TimeText(document.epoch));
            const bool hits = trial && trial->hitsAnybody() && !text.isEmpty();
            evicted_->setEvicted(*bridge_.view(),
                                 hits ? trial->evicted : std::vector<Effect::Hit>());
            if (hits)
                effect_->warn(text);
            else
                effect_->read(text.isEmpty() ? notYet() : text);
        });
}

// Nothing where it is told already that nothing comes of it.
QString SubmitDialog::fate(const Problems& notes) const {
    const bool runs = command_->isGiven() && !failsThere(bridge_.view()->document, {});
    return runs ? command_->fate(notes) : QString();
}

void SubmitDialog::check() {
    tellDraft();
    const int question = ++asked_;
    if (isReadable()) {
        tryOut();
    } else {
        told_ = ++tried_;
        evicted_->hide();
        effect_->read(notYet());
        enableSubmit(false);
        setConsequence({});
        showMistakes();
    }
    // What can be read is looked at nevertheless: all that is wrong is told at once.
    runner_.run({.change = requests().front().change, .dryRun = true}, this,
                [this, question](const Result<CommandAnswer>& answer) {
                    if (question == asked_)
                        tell(answer);
                });
}

void SubmitDialog::tell(const Result<CommandAnswer>& answer) {
    const bool readable = isReadable();
    enableSubmit(answer.has_value() && readable);
    found_ = answer ? answer->notes : answer.error();
    std::erase_if(found_, isFate);
    const Problems rest = showMistakes();
    if (!readable)
        return;
    if (rest.empty())
        return setConsequence(answer ? fate(answer->notes) : QString());
    const Problem& first = rest.front();
    // What is missing stands in what it would do.
    setConsequence(isOfMissing(first)   ? remedyText(first.message)
                   : answer.has_value() ? messageText(first.message)
                                        : refusalText(rest),
                   answer ? Tone::warn : Tone::err);
}

// While a number cannot be read the core is asked of the last one that could: what it says of that
// field is not of what stands there.
Problems SubmitDialog::showMistakes() {
    mistakes_.begin();
    if (const QString note = more_->memoryNote(); !note.isEmpty())
        mistakes_.say("memory", note, Tone::info);
    Problems rest;
    for (const Problem& problem : found_) {
        const std::string name = submitField(problem);
        if (mistakes_.isUnreadable(name))
            continue;
        if (!mistakes_.say(name, refusalText({problem}), problem.warning ? Tone::warn : Tone::err))
            rest.push_back(problem);
        else if (more_->isAncestorOf(mistakes_.fieldOf(name)))
            fold_->setOpen(true);
    }
    mistakes_.show();
    return rest;
}

void SubmitDialog::enableSubmit(bool on) {
    for (QPushButton* each : {another_, submit_})
        if (each != nullptr)
            each->setEnabled(on);
}

void SubmitDialog::submit(bool another) {
    enableSubmit(false);
    pause_->stop();
    ++asked_;  // what was asked before is about work that is submitted now
    submitting_ = true;
    given_.clear();
    submitFrom(0, requests(), another);
}

// One after the other: each is an entry of its own, and those before a refusal hold.
void SubmitDialog::submitFrom(std::size_t first, const std::vector<CommandRequest>& all,
                              bool another) {
    runner_.run(all[first], this, [this, first, all, another](const Result<CommandAnswer>& answer) {
        if (!answer) {
            submitting_ = false;
            enableSubmit(true);
            refuse(refusalText(answer.error()));
            return;
        }
        if (answer->entry) {
            given_ << qt(answer->entry->subject);
            emit submitted(given_.back());
        }
        if (first + 1 < all.size())
            return submitFrom(first + 1, all, another);
        submitting_ = false;
        emit submittedAll(given_);
        if (another)
            beginAnother();
        else
            accept();
    });
}

// The same again under another name.
void SubmitDialog::beginAnother() {
    clearRefusal();
    name_->clear();
    count_->setValue(1);
    markAsUntouched();
    untouched_ = draftOf(fields());
    name_->setFocus();
    check();
}

}  // namespace apportion::ui
