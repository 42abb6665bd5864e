// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/submit_dialog.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include "core/session/draft/submit_request.h"
#include "core/session/live/command_place.h"
#include "core/session/live/live_consent.h"
#include "core/session/workspace_rows.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/duration_field.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/gpu_suffix.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/sentence_box.h"
#include "ui/widgets/text_label.h"
#include "ui/work_forms/command_fields.h"
#include "ui/work_forms/more_fields.h"

namespace apportion::ui {

namespace {

constexpr int kLabels = 140;
constexpr int kEffectHeight = 84;  // of a sentence in three lines: the form keeps its size
constexpr int kSpare = 36;         // the words of a command, or what is wrong with a name
constexpr int kBetweenRows = 8;    // with all of it open it stands on a screen of 900
constexpr int kPause = 200;        // ms without a key before the session is asked
constexpr int kMostMinutes = 1'000'000;
constexpr Module kModules[] = {Module::training, Module::notebook, Module::inference};

NumberField* spin(int least, int most, int value, const QString& name, QWidget* parent) {
    auto* box = new NumberField(0, parent);
    box->setRange(least, most);
    box->setValue(value);
    box->setAccessibleName(name);
    return box;
}

// With what is missing beside: what mends that stands beside the buttons.
QString obstacleText(const Message& obstacle, const std::optional<Message>& missing) {
    QStringList sentences{messageText(obstacle)};
    if (missing)
        sentences << messageText(*missing);
    return sentences.join(QLatin1Char(' '));
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
      gpu_(new NumberField(2, this)),
      replicas_(spin(1, 100'000, 1, tr("Replicas"), this)),
      priority_(spin(kLowestPriority, kHighestPriority, 5, tr("Priority"), this)),
      module_(new Segmented(tr("Kind of work"), this)),
      duration_(new DurationField(DurationField::Unit::minutes, this)),
      command_(new CommandFields(bridge.view()->document, this)),
      more_(new MoreFields(bridge.view()->document.gpuTypes, this)),
      fold_(new Fold(tr("More"), more_, this)),
      effect_(new SentenceBox(this)),
      pause_(new QTimer(this)) {
    const View& view = *bridge.view();
    setHeading(tr("Submit a workload"), qt(view.document.name));
    name_->setPlaceholderText(tr("a name is given to it"));
    name_->setAccessibleName(tr("Name"));
    quota_->setAccessibleName(tr("Quota"));
    workspace_->setAccessibleName(tr("Workspace"));
    gpu_->setAccessibleName(tr("GPUs of one replica"));
    gpu_->setRange(0, 100'000);
    gpu_->setValue(1);
    keepGpuSuffix(gpu_);
    duration_->setSpecialValueText(tr("not known"));
    duration_->setAccessibleName(tr("Duration in minutes"));
    duration_->setRange(0, kMostMinutes);
    for (const Module module : kModules)
        module_->addSegment(moduleText(module));
    for (const QuotaRow& row : view.quotas)
        quota_->addItem(qt(row.name));
    if (const int at = quota_->findText(quota); at >= 0)
        quota_->setCurrentIndex(at);

    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(kBetweenRows);
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
    auto* place = new QWidget(this);
    auto* pair = new QHBoxLayout(place);
    pair->setContentsMargins(0, 0, 0, 0);
    pair->setSpacing(8);
    auto* workspace = new TextLabel(tr("Workspace"), Type::body, Role::text2, place);
    workspace->setBuddy(workspace_);
    place->setFocusProxy(quota_);
    pair->addWidget(quota_, 1);
    pair->addSpacing(8);
    pair->addWidget(workspace);
    pair->addWidget(workspace_, 1);
    // Beside each other, however long the names are.
    for (QComboBox* box : {quota_, workspace_})
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    line(tr("Quota"), place);
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
    int labels = std::max(kLabels, more_->labelWidth());
    for (int each = 0; each < row; ++each)
        if (const QLayoutItem* text = grid->itemAtPosition(each, 0))
            labels = std::max(labels, text->sizeHint().width());
    grid->setColumnMinimumWidth(0, labels);
    more_->setLabelWidth(labels);
    body()->setSpacing(12);
    body()->addLayout(grid);
    auto* more = new QVBoxLayout;
    more->setSpacing(kBetweenRows);
    more->addWidget(fold_);
    more->addWidget(more_);
    body()->addLayout(more);
    effect_->setMinimumHeight(kEffectHeight);
    body()->addStretch(1);
    setOutcome(effect_);
    addCancel();
    submit_ = addPrimary(tr("Submit"));
    connect(submit_, &QPushButton::clicked, this, &SubmitDialog::submit);
    pause_->setSingleShot(true);
    pause_->setInterval(kPause);
    connect(pause_, &QTimer::timeout, this, &SubmitDialog::check);
    const auto soon = [this] {
        showMore();
        pause_->start();
    };
    connect(name_, &QLineEdit::textChanged, this, soon);
    connect(workspace_, &QComboBox::currentIndexChanged, this, soon);
    connect(quota_, &QComboBox::currentTextChanged, this, [this, soon] {
        listWorkspaces();
        soon();
    });
    for (NumberField* box :
         std::initializer_list<NumberField*>{gpu_, replicas_, priority_, duration_}) {
        connect(box, &NumberField::valueChanged, this, soon);
        connect(box, &NumberField::readableChanged, this, &SubmitDialog::check);
    }
    connect(module_, &Segmented::currentChanged, this, soon);
    connect(command_, &CommandFields::edited, this, soon);
    connect(more_, &MoreFields::edited, this, soon);
    connect(more_, &MoreFields::readableChanged, this, &SubmitDialog::check);
    // What others do changes what it would do.
    connect(&bridge_, &SessionBridge::changed, this, [this](const ViewPtr& now) {
        if (now->document.revision == seen_)
            return;
        listWorkspaces();
        if (complaint().isEmpty())
            tryOut();
    });
    setSpareHeight(kSpare);
    setOpeningWidth(680);
    name_->setFocus();
    listWorkspaces();
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
                       {"priority", priority_},
                       {"module", module_},
                       {"duration", duration_},
                       {"command", command_->command()},
                       {"directory", command_->folder()}};
    const DraftFields more = more_->fields();
    fields.insert(fields.end(), more.begin(), more.end());
    return fields;
}

void SubmitDialog::goOn(const QByteArray& draft) {
    fillFrom(draft, fields());
    askFirst(tr("Filled in as it was when the program ended."), tr("Begin anew"), [this] {
        clearRefusal();
        fillFrom(untouched_, fields());
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
    workspace_->setCurrentIndex(std::max(0, workspace_->findData(chosen)));
    workspace_->setEnabled(!names.isEmpty());
    workspace_->setToolTip(
        names.isEmpty() ? tr("No workspace that you may submit to uses this quota") : QString());
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

CommandRequest SubmitDialog::request() const {
    std::optional<WorkCommand> command;
    if (command_->isGiven())
        command = {command_->arguments(), command_->directory().toStdString()};
    return submitRequest(work(), command);
}

void SubmitDialog::showMore() {
    more_->follow(work());
    fold_->setSecond(more_->summary());
}

QString SubmitDialog::effect() const {
    return effect_->plainText();
}

QString SubmitDialog::notYet() {
    return tr("What it would do is shown once the form is right.");
}

QString SubmitDialog::complaint() const {
    return NumberField::complaintIn(*this);
}

// On a fork, off this thread, as things stand.
void SubmitDialog::tryOut() {
    seen_ = bridge_.view()->document.revision;
    const int question = ++tried_;
    bridge_.ask(
        bridge_.session().tryCommand(request()), this,
        [this, question](const std::optional<CommandTrial>& trial) {
            if (question != tried_)
                return;
            told_ = question;
            const DocumentState& document = bridge_.view()->document;
            const auto nodes =
                trial && trial->submitted ? trial->submitted->nodes : std::vector<std::string>();
            const auto obstacle = command_->isGiven() ? failsThere(document, nodes) : std::nullopt;
            const QString text = !trial     ? QString()
                                 : obstacle ? obstacleText(*obstacle, trial->missing)
                                            : submissionText(*trial, TimeText(document.epoch));
            effect_->read(text.isEmpty() ? notYet() : text.toHtmlEscaped());
        });
}

// Nothing where it is told already that nothing comes of it.
QString SubmitDialog::fate(const Problems& notes) const {
    const bool runs = command_->isGiven() && !failsThere(bridge_.view()->document, {});
    return runs ? command_->fate(notes) : QString();
}

void SubmitDialog::check() {
    tellDraft();
    CommandRequest dry = request();
    dry.dryRun = true;
    const int question = ++asked_;
    QStringList unreadable{complaint()};
    if (!command_->mistake().isEmpty())
        unreadable << tr("The command cannot be read yet.");
    unreadable.removeAll(QString());
    const QString wrong = unreadable.join(QLatin1Char('\n'));
    if (wrong.isEmpty()) {
        tryOut();
    } else {
        told_ = ++tried_;
        effect_->read(notYet());
        submit_->setEnabled(false);
        setConsequence(wrong, Tone::err);
    }
    runner_.run(std::move(dry), this, [this, question, wrong](const Result<CommandAnswer>& answer) {
        if (question != asked_)
            return;
        submit_->setEnabled(answer.has_value() && wrong.isEmpty());
        const Problems problems = answer ? Problems() : tellable(answer.error());
        const bool said = showMistakes(problems);
        // What can be read is looked at nevertheless: all that is wrong is told at once.
        if (!wrong.isEmpty())
            return problems.empty()
                       ? void()
                       : setConsequence(wrong + QLatin1Char('\n') + refusalText(problems),
                                        Tone::err);
        if (!answer)
            setConsequence(said ? remedyText(asInForm(answer.error().front().message))
                                : refusalText(answer.error()),
                           Tone::err);
        else if (const auto note =
                     std::find_if_not(answer->notes.begin(), answer->notes.end(), isFate);
                 note != answer->notes.end())
            // What is missing stands in what it would do.
            setConsequence(
                isOfMissing(*note) ? remedyText(note->message) : messageText(note->message),
                Tone::warn);
        else
            setConsequence(fate(answer->notes));
    });
}

QWidget* SubmitDialog::fieldOf(const std::string& pointer) const {
    const std::pair<std::string_view, QWidget*> fields[] = {
        {"/name", name_},           {"/quota", quota_},
        {"/workspace", workspace_}, {"/gpu", gpu_},
        {"/replicas", replicas_},   {"/priority", priority_},
        {"/duration", duration_},   {"/directory", command_->folder()},
    };
    for (const auto& [each, field] : fields)
        if (each == pointer)
            return field;
    return more_->fieldOf(pointer);
}

// While a number cannot be read the core is asked of the last one that could: what it says of that
// field, or of the form as a whole, is not of what stands there.
Problems SubmitDialog::tellable(Problems problems) const {
    if (complaint().isEmpty())
        return problems;
    std::erase_if(problems, [this](const Problem& problem) {
        const QWidget* field = fieldOf(problem.pointer);
        const auto* number = qobject_cast<const NumberField*>(field);
        return field == nullptr || (number != nullptr && !number->isReadable());
    });
    return problems;
}

// What is wrong with the name, or with what is seldom asked for, stands below it, the rest beside
// the buttons.
bool SubmitDialog::showMistakes(const Problems& problems) {
    const auto mark = [](QWidget* field, bool wrong) {
        field->setProperty("error", wrong);
        field->update();
    };
    for (QWidget* field : std::exchange(mistaken_, {})) {
        const auto* number = qobject_cast<NumberField*>(field);
        mark(field, number != nullptr && !number->isReadable());
    }
    for (const Problem& problem : problems)
        if (QWidget* field = fieldOf(problem.pointer)) {
            mark(field, true);
            mistaken_.push_back(field);
        }
    // Where the sentence says what mends it, that stands beside the buttons.
    const Message first = problems.empty() ? Message() : asInForm(problems.front().message);
    const bool whole = !problems.empty() && !remedyText(first).isEmpty();
    const std::string pointer = whole ? problems.front().pointer : std::string();
    const QString sentence = whole ? messageText(first) : QString();
    nameMistake_->setVisible(pointer == "/name");
    nameMistake_->setText(sentence);
    more_->showMistake(pointer, sentence);
    if (more_->fieldOf(pointer))
        fold_->setOpen(true);
    return pointer == "/name" || more_->fieldOf(pointer) != nullptr;
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
