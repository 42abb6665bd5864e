// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cluster/cluster_submit_dialog.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include "core/cluster/slurm/connections_file.h"
#include "core/cluster/slurm/gate.h"
#include "core/model/workload.h"
#include "ui/cluster/cluster_lock.h"
#include "ui/cluster_list.h"
#include "ui/command_runner.h"
#include "ui/dialogs/form_rows.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/duration_field.h"
#include "ui/widgets/find_box.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kMostGpusOfJob = 1'000'000;
constexpr int kMostMinutesOfJob = 1'000'000;
constexpr int kFieldWidth = 120;
constexpr int kPreviewHeight = 40;
constexpr std::array kSubmitModules{Module::training, Module::notebook, Module::inference};

NumberField* numberField(int most, int value, const QString& name, QWidget* parent) {
    auto* field = new NumberField(0, parent);
    field->setRange(1, most);
    field->setValue(value);
    field->setAccessibleName(name);
    field->setFixedWidth(kFieldWidth);
    return field;
}

QString nowText(const slurm::Submitted& submitted) {
    const slurm::ClusterJob* job = submitted.job();
    QString first = ClusterSubmitDialog::tr("Submitted job %1.").arg(visible(qt(submitted.id)));
    if (job == nullptr)
        return first;
    const Message wait =
        job->isPending() ? slurm::waitOf(*job, slurm::Accounts(submitted.after), submitted.after)
                         : Message{};
    return first + QLatin1Char(' ') +
           (job->isPending()
                ? ClusterSubmitDialog::tr("It waits. %1", "a sentence follows")
                      .arg(visible(messageText(wait)))
                : ClusterSubmitDialog::tr("It runs on %1.").arg(visible(qt(job->nodes))));
}

}  // namespace

ClusterSubmitDialog::ClusterSubmitDialog(Mode mode, const QString& cluster, QString quota,
                                         QWidget* parent)
    : DialogFrame(mode, parent),
      connection_(slurm::connectionNamed(cluster.toStdString())),
      first_(std::move(quota)),
      task_(new ClusterTask(this)),
      script_(new QLineEdit(this)),
      quota_(new FindBox(tr("Find a quota"), this)),
      gpus_(numberField(kMostGpusOfJob, 1, tr("GPUs"), this)),
      nodes_(numberField(kMostGpusOfJob, 1, tr("Nodes"), this)),
      partition_(new QComboBox(this)),
      limit_(new DurationField(DurationField::Unit::minutes, this)),
      module_(new Segmented(tr("Module"), this)),
      priority_(numberField(kHighestPriority, 5, tr("Priority"), this)),
      name_(new QLineEdit(this)),
      command_(new TextLabel({}, Type::body, Role::text, this)),
      effect_(new TextLabel({}, Type::second, Role::text2, this)) {
    setOpeningWidth(760);
    setHeading(tr("Submit to %1").arg(cluster), connection_ ? wayText(*connection_) : QString());
    layOut();
    lock_ = new ClusterLock(this);
    addCancel()->setText(tr("Close"));
    submit_ = addPrimary(tr("Submit"));
    for (QLineEdit* each : {script_, name_})
        connect(each, &QLineEdit::textChanged, this, &ClusterSubmitDialog::preview);
    for (NumberField* each :
         std::initializer_list<NumberField*>{gpus_, nodes_, limit_, priority_}) {
        connect(each, &NumberField::valueChanged, this, &ClusterSubmitDialog::preview);
        connect(each, &NumberField::readableChanged, this, &ClusterSubmitDialog::preview);
    }
    for (QComboBox* each : std::initializer_list<QComboBox*>{quota_, partition_})
        connect(each, &QComboBox::currentIndexChanged, this, &ClusterSubmitDialog::preview);
    connect(module_, &Segmented::currentChanged, this, &ClusterSubmitDialog::preview);
    connect(lock_, &ClusterLock::changed, this, &ClusterSubmitDialog::preview);
    connect(submit_, &QPushButton::clicked, this, &ClusterSubmitDialog::submit);
    connect(this, &QDialog::finished, task_, &ClusterTask::stop);
    if (!connection_)
        refuse(refusalText(connection_.error()));
    read();
}

void ClusterSubmitDialog::layOut() {
    script_->setAccessibleName(tr("Script"));
    script_->setPlaceholderText(tr("file that begins with #!"));
    QHBoxLayout* row = addFormRow(body(), tr("Script"), script_);
    auto* browse = new QPushButton(tr("Browse…"), this);
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, &ClusterSubmitDialog::browse);
    row->addWidget(browse);
    quota_->setAccessibleName(tr("Quota"));
    addFormRow(body(), tr("Quota"), quota_);
    row = addFormRow(body(), tr("GPUs"), gpus_);
    addFormLabel(row, tr("Nodes"), nodes_);
    addFormHint(row)->setText(tr("GPUs of all nodes together"));
    row->addStretch(1);
    partition_->setAccessibleName(tr("Partition"));
    partition_->addItem(tr("Default of the cluster"));
    addFormRow(body(), tr("Partition"), partition_);
    limit_->setRange(0, kMostMinutesOfJob);
    limit_->setSpecialValueText(tr("not stated"));
    limit_->setAccessibleName(tr("Time limit in minutes"));
    limit_->setFixedWidth(kFieldWidth);
    row = addFormRow(body(), tr("Time limit"), limit_);
    addFormHint(row)->setText(tr("default: that of the partition"));
    row->addStretch(1);
    module_->addSegment(tr("Default QOS"));
    for (const Module each : kSubmitModules)
        module_->addSegment(moduleText(each));
    row = addFormRow(body(), tr("Module"), module_);
    row->addStretch(1);
    row = addFormRow(body(), tr("Priority"), priority_);
    qos_ = addFormHint(row);
    row->addStretch(1);
    name_->setText(qt(slurm::Submission().name));
    name_->setAccessibleName(tr("Name"));
    addFormRow(body(), tr("Name"), name_);
    for (TextLabel* each : {command_, effect_}) {
        each->setWordWrap(true);
        each->setMinimumHeight(kPreviewHeight);
        each->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        body()->addWidget(each);
    }
    command_->setAccessibleName(tr("Command"));
    effect_->setAccessibleName(tr("Effect"));
}

void ClusterSubmitDialog::browse() {
    auto* dialog = new QFileDialog(this, tr("Open a script"), {}, tr("All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, script_, &QLineEdit::setText);
    dialog->open();
}

void ClusterSubmitDialog::read() {
    if (!connection_)
        return preview();
    using Read = std::pair<Result<slurm::Picture>, slurm::Submitter>;
    task_->start(
        [connection = *connection_]() -> Read {
            auto access = writingAccess(connection);
            if (!access)
                return {tl::unexpected(std::move(access.error())), {}};
            return {slurm::readForVerb(*access, true), slurm::submitterOf(*access)};
        },
        [this](Read read) {
            whose_ = std::move(read.second);
            take(std::move(read.first));
        });
    preview();
}

void ClusterSubmitDialog::take(Result<slurm::Picture> picture) {
    if (!picture) {
        refuse(refusalText(picture.error()));
        return preview();
    }
    clearRefusal();
    picture_ = std::move(*picture);
    fillNames();
    preview();
}

void ClusterSubmitDialog::fillNames() {
    const bool isFirst = quota_->count() == 0;
    const QString chosen = isFirst ? first_ : quota_->currentText();
    QStringList names;
    const slurm::Accounts accounts(*picture_);
    for (const slurm::Account& each : accounts.inOrder())
        names << qt(each.name);
    quota_->setNames(names);
    const QString first =
        !isFirst && names.contains(chosen)
            ? chosen
            : qt(slurm::firstAccount(accounts, *picture_, whose_, chosen.toStdString()));
    quota_->setCurrentIndex(static_cast<int>(names.indexOf(first)));
    const QString partition = partition_->currentData().toString();
    while (partition_->count() > 1)
        partition_->removeItem(1);
    for (const std::string& each : slurm::partitionsOf(*picture_))
        partition_->addItem(visible(qt(each)), qt(each));
    partition_->setCurrentIndex(std::max(0, partition_->findData(partition)));
}

slurm::Submission ClusterSubmitDialog::submission() const {
    slurm::Submission made;
    made.account = quota_->currentText().toStdString();
    made.gpus = static_cast<std::int64_t>(gpus_->value());
    made.nodes = static_cast<std::int64_t>(nodes_->value());
    made.partition = partition_->currentData().toString().toStdString();
    // Slurm counts whole minutes.
    if (const auto minutes = static_cast<std::int64_t>(std::ceil(limit_->value())); minutes > 0)
        made.limitMinutes = minutes;
    if (const int module = module_->currentIndex(); module > 0)
        made.qos = slurm::qosFor(*picture_, made.account,
                                 {kSubmitModules[static_cast<std::size_t>(module - 1)],
                                  static_cast<int>(priority_->value())});
    if (const std::string name = name_->text().trimmed().toStdString(); !name.empty())
        made.name = name;
    return made;
}

void ClusterSubmitDialog::tell(const QString& line, const QString& effect, bool isWarning,
                               bool isWrong) {
    command_->setText(line);
    effect_->setRole(isWrong ? Role::err : isWarning ? Role::warn : Role::text2);
    effect_->setText(effect);
    submit_->setEnabled(line_ && lock_->isOpen());
}

void ClusterSubmitDialog::preview() {
    line_.reset();
    priority_->setEnabled(module_->currentIndex() > 0);
    qos_->setText({});
    if (!picture_ || task_->isRunning())
        return tell({}, task_->isRunning() ? tr("The cluster is asked.") : QString(), false);
    if (!NumberField::allReadable(*this))
        return tell({}, NumberField::mistakesIn(*this), false, true);
    slurm::Submission job = submission();
    qos_->setText(job.qos.empty() ? QString() : tr("QOS %1").arg(qt(job.qos)));
    const QString file = script_->text().trimmed();
    if (file.isEmpty())
        return tell({}, tr("Choose a script."), false);
    auto script = slurm::readScript(file.toStdString());
    if (!script)
        return tell({}, visible(refusalText(script.error())), false, true);
    job.script = std::move(*script);
    auto line = slurm::lineFor(job, *picture_);
    if (!line)
        return tell({}, visible(refusalText(line.error())), false, true);
    line_ = std::move(*line);
    QString effect = visible(messageText(line_->note));
    const slurm::Accounts accounts(*picture_);
    const slurm::ClusterJob first = slurm::jobOf(job, accounts, *picture_);
    if (!first.reason.empty())
        effect += QLatin1Char(' ') +
                  tr("It waits at first. %1", "a sentence follows")
                      .arg(visible(messageText(slurm::waitOf(first, accounts, *picture_))));
    tell(qt(slurm::lineText(*line_)) + QStringLiteral(" < ") +
             visible(qt(slurm::lineText(std::vector{file.toStdString()}))),
         effect, line_->danger != slurm::Line::Danger::none);
}

void ClusterSubmitDialog::submit() {
    if (!line_ || !lock_->isOpen())
        return;
    slurm::Submission job = submission();
    auto script = slurm::readScript(script_->text().trimmed().toStdString());
    if (!script)
        return refuse(refusalText(script.error()));
    job.script = std::move(*script);
    task_->start(
        [connection = *connection_, job, before = *picture_,
         line = *line_]() -> Result<slurm::Submitted> {
            auto access = writingAccess(connection);
            if (!access)
                return tl::unexpected(std::move(access.error()));
            return slurm::submit(*access, job, before, line);
        },
        [this](Result<slurm::Submitted> submitted) {
            lock_->setOpen(false);
            if (!submitted)
                return take(tl::unexpected(std::move(submitted.error())));
            const QString text = nowText(*submitted);
            take(std::move(submitted->after));
            setConsequence(text, Tone::good);
        });
    preview();
    setConsequence(tr("The command runs, and its effect is looked for."));
}

}  // namespace apportion::ui
