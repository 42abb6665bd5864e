// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cluster/cluster_work_dialog.h"

#include <algorithm>

#include <QComboBox>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

#include "core/cluster/slurm/connections_file.h"
#include "ui/cluster/cluster_lock.h"
#include "ui/cluster/cluster_tables.h"
#include "ui/cluster_list.h"
#include "ui/command_runner.h"
#include "ui/dialogs/form_rows.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kJobsHeight = 280, kNodesHeight = 120;
constexpr std::size_t kMostShownJobs = 500;

bool hasText(const slurm::ClusterJob& job, const std::string& text) {
    for (const std::string* each : {&job.id, &job.name, &job.account, &job.user, &job.reason})
        if (each->find(text) != std::string::npos)
            return true;
    return false;
}

// The names in the first cells of what is selected.
std::vector<int> selectedRows(const TreeView* table) {
    std::vector<int> rows;
    if (table->selectionModel() != nullptr)
        for (const QModelIndex& index : table->selectionModel()->selectedRows())
            rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    return rows;
}

QString textOfLine(const slurm::Line& line) {
    return qt(slurm::lineText(line));
}

}  // namespace

ClusterWorkDialog::ClusterWorkDialog(Mode mode, const QString& cluster, QWidget* parent)
    : DialogFrame(mode, parent),
      connection_(slurm::connectionNamed(cluster.toStdString())),
      task_(new ClusterTask(this)),
      filter_(new QLineEdit(this)),
      counts_(new TextLabel({}, Type::second, Role::text2, this)),
      jobs_(makePlainTable(tr("Jobs"), this)),
      whole_(makeWholeText(this)),
      nodes_(makePlainTable(tr("Nodes"), this)),
      verb_(new QComboBox(this)),
      text_(new QLineEdit(this)),
      command_(new TextLabel({}, Type::body, Role::text, this)),
      effect_(new TextLabel({}, Type::second, Role::text2, this)) {
    setOpeningWidth(1080);
    setHeading(tr("Jobs and nodes of %1").arg(cluster),
               connection_ ? wayText(*connection_) : QString());
    body()->setSpacing(8);
    filter_->setPlaceholderText(tr("Job, name, account, user, or reason"));
    filter_->setClearButtonEnabled(true);
    filter_->setAccessibleName(tr("Filter"));
    verb_->setAccessibleName(tr("Action"));
    addFormRow(body(), tr("Filter"), filter_)->addWidget(counts_);
    jobs_->setFixedHeight(kJobsHeight);
    nodes_->setFixedHeight(kNodesHeight);
    body()->addWidget(jobs_);
    body()->addWidget(whole_);
    body()->addWidget(nodes_);
    for (const auto& [text, verb] : {std::pair(tr("Cancel jobs"), slurm::Verb::cancel),
                                     std::pair(tr("Hold jobs"), slurm::Verb::hold),
                                     std::pair(tr("Release jobs"), slurm::Verb::release),
                                     std::pair(tr("Requeue jobs"), slurm::Verb::requeue),
                                     std::pair(tr("Change QOS of jobs"), slurm::Verb::setQos),
                                     std::pair(tr("Drain nodes"), slurm::Verb::drain),
                                     std::pair(tr("Resume nodes"), slurm::Verb::resume)})
        verb_->addItem(text, static_cast<int>(verb));
    verb_->setCurrentIndex(1);
    QHBoxLayout* row = addFormRow(body(), tr("Action"), verb_);
    row->addWidget(text_, 1);
    command_->setWordWrap(true);
    effect_->setWordWrap(true);
    body()->addWidget(command_);
    body()->addWidget(effect_);
    again_ = addButton(tr("Read again"));
    lock_ = new ClusterLock(this);
    addCancel()->setText(tr("Close"));
    run_ = addPrimary(tr("Run"));
    connect(filter_, &QLineEdit::textChanged, this, &ClusterWorkDialog::showJobs);
    connect(verb_, &QComboBox::currentIndexChanged, this, &ClusterWorkDialog::preview);
    connect(text_, &QLineEdit::textChanged, this, &ClusterWorkDialog::preview);
    connect(lock_, &ClusterLock::changed, this, &ClusterWorkDialog::preview);
    connect(again_, &QPushButton::clicked, this, &ClusterWorkDialog::read);
    connect(run_, &QPushButton::clicked, this, &ClusterWorkDialog::run);
    connect(this, &QDialog::finished, task_, &ClusterTask::stop);
    if (!connection_)
        refuse(refusalText(connection_.error()));
    preview();
    read();
}

void ClusterWorkDialog::begin(slurm::Verb verb, const QString& jobs) {
    verb_->setCurrentIndex(verb_->findData(static_cast<int>(verb)));
    filter_->setText(jobs);
}

void ClusterWorkDialog::read() {
    if (!connection_)
        return;
    counts_->setText(tr("The cluster is read."));
    task_->start(
        [connection = *connection_]() -> Result<slurm::Picture> {
            auto access = slurm::openAccess(connection);
            if (!access)
                return tl::unexpected(std::move(access.error()));
            return slurm::readPicture(*access);
        },
        [this](Result<slurm::Picture> picture) { take(std::move(picture)); });
    preview();
}

void ClusterWorkDialog::take(Result<slurm::Picture> picture) {
    if (!picture) {
        counts_->setText({});
        refuse(refusalText(picture.error()));
        return preview();
    }
    clearRefusal();
    picture_ = std::move(*picture);
    showJobs();
    showNodes();
}

void ClusterWorkDialog::showJobs() {
    if (!picture_)
        return;
    const slurm::Accounts accounts(*picture_);
    const std::string text = filter_->text().trimmed().toStdString();
    std::vector<CellTable::Row> rows;
    shownJobs_.clear();
    std::size_t found = 0;
    for (const slurm::ClusterJob& job : picture_->jobs) {
        if (!hasText(job, text) || ++found > kMostShownJobs)
            continue;
        const QString why = job.isPending()
                                ? visible(messageText(slurm::waitOf(job, accounts, *picture_)))
                                : visible(qt(job.nodes));
        shownJobs_.push_back(job.id);
        rows.push_back(
            {{Cell::name(visible(qt(job.id))), Cell::words(visible(qt(job.name))).withBothEnds(),
              Cell::words(visible(qt(job.account))).withBothEnds(),
              Cell::words(visible(qt(job.user))),
              Cell::words(visible(qt(job.qos))).withRole(Role::text2),
              Cell::number(QLocale().toString(qlonglong(job.gpus * job.tasks))),
              Cell::words(visible(qt(job.state)).toLower()),
              Cell::words(job.isPending() ? visible(qt(job.reason)) : QString())
                  .withRole(Role::text2),
              Cell::words(why)},
             visible(qt(job.name)) + QLatin1Char('\n') + why,
             {}});
    }
    counts_->setText(found > kMostShownJobs
                         ? tr("First %1 of %Ln job(s)", nullptr, static_cast<int>(found))
                               .arg(QLocale().toString(static_cast<int>(kMostShownJobs)))
                         : tr("%Ln job(s)", nullptr, static_cast<int>(found)));
    putRows(jobs_,
            {{tr("Job")},
             {tr("Name")},
             {tr("Account")},
             {tr("User")},
             {tr("QOS")},
             {tr("GPUs"), true},
             {tr("State")},
             {tr("Slurm's reason")},
             {tr("Why it waits, or where it runs")}},
            std::move(rows),
            {{ColumnSpec::fit, 60, 120},
             {ColumnSpec::fit, 80, 150},
             {ColumnSpec::fit, 70, 130},
             {ColumnSpec::fit, 50, 100},
             {ColumnSpec::fit, 60, 130},
             {ColumnSpec::fit, 50},
             {ColumnSpec::fit, 80},
             {ColumnSpec::fit, 100, 150},
             {ColumnSpec::stretch, 180}});
    connect(jobs_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ClusterWorkDialog::preview, Qt::UniqueConnection);
    showWhole(jobs_, whole_);
    preview();
}

void ClusterWorkDialog::showNodes() {
    std::vector<CellTable::Row> rows;
    for (const slurm::ClusterNode& node : picture_->nodes) {
        QStringList states;
        for (const std::string& each : node.states)
            states << qt(each).toLower();
        rows.push_back({{Cell::name(visible(qt(node.name))),
                         Cell::numberOf(QLocale().toString(qlonglong(node.gpusUsed)),
                                        QLocale().toString(qlonglong(node.gpus))),
                         Cell::words(states.join(QStringLiteral(", "))),
                         Cell::words(visible(qt(node.reason))).withRole(Role::text2)},
                        visible(qt(node.reason)),
                        {}});
    }
    putRows(nodes_, {{tr("Node")}, {tr("GPUs in use"), true}, {tr("State")}, {tr("Reason")}},
            std::move(rows),
            {{ColumnSpec::fit, 120, 240},
             {ColumnSpec::fit, 100},
             {ColumnSpec::fit, 140, 260},
             {ColumnSpec::stretch, 200}});
    connect(nodes_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ClusterWorkDialog::preview, Qt::UniqueConnection);
    preview();
}

bool ClusterWorkDialog::isOfNodes() const {
    const auto verb = static_cast<slurm::Verb>(verb_->currentData().toInt());
    return verb == slurm::Verb::drain || verb == slurm::Verb::resume;
}

slurm::VerbRequest ClusterWorkDialog::request() const {
    slurm::VerbRequest request;
    request.verb = static_cast<slurm::Verb>(verb_->currentData().toInt());
    for (const int row : selectedRows(isOfNodes() ? nodes_ : jobs_)) {
        const auto at = static_cast<std::size_t>(row);
        if (isOfNodes() ? at < picture_->nodes.size() : at < shownJobs_.size())
            // An array that waits is named by its number: 7_[1-5] is 7.
            request.targets.push_back(isOfNodes()
                                          ? picture_->nodes[at].name
                                          : shownJobs_[at].substr(0, shownJobs_[at].find("_[")));
    }
    request.text = text_->text().trimmed().toStdString();
    return request;
}

void ClusterWorkDialog::preview() {
    const auto verb = static_cast<slurm::Verb>(verb_->currentData().toInt());
    const bool asks = verb == slurm::Verb::setQos || verb == slurm::Verb::drain;
    text_->setEnabled(asks);
    const QString what = verb == slurm::Verb::drain ? tr("Reason, which users see") : tr("QOS");
    text_->setPlaceholderText(asks ? what : QString());
    text_->setAccessibleName(what);
    line_.reset();
    command_->setText({});
    effect_->setRole(Role::text2);
    const bool reading = task_->isRunning();
    again_->setEnabled(!reading && connection_);
    if (!picture_ || reading) {
        effect_->setText({});
    } else if (const slurm::VerbRequest asked = request(); asked.targets.empty()) {
        effect_->setText(isOfNodes() ? tr("Select nodes.") : tr("Select jobs."));
    } else if (asks && asked.text.empty()) {
        effect_->setText(verb == slurm::Verb::drain ? tr("Enter a reason.") : tr("Enter a QOS."));
    } else if (auto line = slurm::lineFor(asked, *picture_); !line) {
        effect_->setRole(Role::err);
        effect_->setText(visible(refusalText(line.error())));
    } else {
        line_ = std::move(*line);
        command_->setText(textOfLine(*line_));
        const bool danger = line_->danger != slurm::Line::Danger::none;
        effect_->setRole(danger ? Role::warn : Role::text2);
        effect_->setText(visible(messageText(line_->note)));
    }
    run_->setEnabled(line_ && lock_->isOpen());
}

void ClusterWorkDialog::run() {
    if (!line_ || !lock_->isOpen())
        return;
    setConsequence(tr("The command runs, and its effect is looked for."));
    task_->start(
        [connection = *connection_, asked = request(), before = *picture_,
         line = *line_]() -> Result<slurm::Picture> {
            auto access = writingAccess(connection);
            if (!access)
                return tl::unexpected(std::move(access.error()));
            return slurm::carryOut(*access, asked, before, line);
        },
        [this, done = textOfLine(*line_)](Result<slurm::Picture> picture) {
            const bool good = picture.has_value();
            lock_->setOpen(false);
            take(std::move(picture));
            setConsequence(good ? tr("Ran: %1").arg(done) : tr("Failed: %1").arg(done),
                           good ? Tone::good : Tone::err);
        });
    preview();
}

}  // namespace apportion::ui
