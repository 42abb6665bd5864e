// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cluster/cluster_page.h"

#include <chrono>

#include <QAction>
#include <QPushButton>
#include <QTime>
#include <QVBoxLayout>

#include "core/cluster/slurm/connections_file.h"
#include "core/cluster/slurm/failure.h"
#include "core/session/slurm/cluster_name.h"
#include "ui/cluster/add_cluster_dialog.h"
#include "ui/cluster/cluster_plan_dialog.h"
#include "ui/cluster/cluster_submit_dialog.h"
#include "ui/cluster/cluster_work_dialog.h"
#include "ui/command_runner.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/cluster_rows.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr std::chrono::seconds kPartAgain{10};

}  // namespace

ClusterPage::ClusterPage(PageHost& host)
    : host_(host),
      list_(host.shared<ClusterList>()),
      task_(new ClusterTask(this)),
      clustersHead_(new SectionHead(tr("Clusters"), this)),
      clusters_(makePlainTable(tr("Clusters"), this)),
      partHead_(new SectionHead({}, this)),
      parts_(new Segmented(tr("Part of the cluster"), this)),
      part_(makePlainTable(tr("Part of the cluster"), this)),
      whole_(makeWholeText(this)) {
    layOut();
    connect(clusters_, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        const auto entries = list_.entries();
        if (index.row() < static_cast<int>(entries.size()))
            emit host_.openWanted(
                qt(fileOfCluster(entries[static_cast<std::size_t>(index.row())].connection.name)));
    });
    connect(&list_, &ClusterList::changed, this, [this] {
        showClusters();
        // With the others, but for a check, which calls much.
        if (isVisible() && parts_->currentIndex() != kLeft && parts_->currentIndex() != kFacts &&
            !task_->isRunning() && asked_.hasExpired(std::chrono::milliseconds(kPartAgain).count()))
            ask();
    });
    list_.askWhileSeen(this);
    connect(parts_, &Segmented::currentChanged, this, &ClusterPage::choose);
    connect(host.actions["add-cluster"], &QAction::triggered, this, &ClusterPage::add);
    connect(host.actions["cluster-plan"], &QAction::triggered, this, &ClusterPage::plan);
    connect(host.actions["cluster-work"], &QAction::triggered, this, [this] { work({}); });
    connect(host.actions["cancel-workload"], &QAction::triggered, this,
            [this] { work(slurm::Verb::cancel); });
    connect(host.actions["change-priority"], &QAction::triggered, this,
            [this] { work(slurm::Verb::setQos); });
    connect(host.actions["submit"], &QAction::triggered, this, &ClusterPage::submit);
    connect(&host, &PageHost::enabling, this, &ClusterPage::enable);
    showClusters();
    choose();
}

void ClusterPage::enable(const View& view) {
    const bool open = clusterOf(view.document.file).has_value();
    host_.actions.enable("add-cluster", true, {});
    for (const char* action : {"cluster-plan", "cluster-work"})
        host_.actions.enable(action, open, tr("No cluster is open"));
    if (!open)
        return;
    host_.actions.enable("submit", true, {});
    for (const char* action : {"cancel-workload", "change-priority"})
        host_.actions.enable(action, !work_.isEmpty(), tr("Select a workload"));
}

void ClusterPage::layOut() {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (const char* action : {"submit", "cluster-work", "add-cluster"}) {
        auto* button = new QPushButton(textOfButton(host_.actions[action]->text()), this);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, host_.actions[action], &QAction::trigger);
        clustersHead_->addControl(button);
    }
    for (const QString& text : {tr("Not represented"), tr("Reasons"), tr("QOS"), tr("Accounts"),
                                tr("Scheduler"), tr("Check")})
        parts_->addSegment(text);
    partHead_->addControl(parts_);
    column->addWidget(clustersHead_);
    column->addWidget(clusters_);
    column->addSpacing(16);
    column->addWidget(partHead_);
    column->addWidget(part_, 1);
    column->addWidget(whole_);
}

DialogFrame* ClusterPage::dialog(const QString& name) {
    const View& view = *host_.bridge.view();
    if (name.startsWith(QLatin1String("add-cluster"))) {
        auto* dialog = new AddClusterDialog(modeOf(view), host_.window);
        if (const QString place = name.section(QLatin1Char(':'), 1); !place.isEmpty())
            dialog->checkNow(place);
        connect(dialog, &AddClusterDialog::added, this, [this](const QString& added) {
            list_.refresh();
            emit host_.openWanted(qt(fileOfCluster(added.toStdString())));
        });
        return dialog;
    }
    const auto cluster = clusterOf(view.document.file);
    if (!cluster)
        return nullptr;
    if (name == QLatin1String("cluster-work"))
        return new ClusterWorkDialog(modeOf(view), qt(*cluster), host_.window);
    if (name == QLatin1String("submit"))
        return new ClusterSubmitDialog(modeOf(view), qt(*cluster), quota_, host_.window);
    if (name.startsWith(QLatin1String("cluster-plan")))
        return new ClusterPlanDialog(modeOf(view), qt(*cluster), name.section(QLatin1Char(':'), 1),
                                     host_.window);
    return nullptr;
}

void ClusterPage::add() {
    present(dialog(QStringLiteral("add-cluster")));
}

void ClusterPage::plan() {
    present(dialog(QStringLiteral("cluster-plan")));
}

void ClusterPage::work(std::optional<slurm::Verb> verb) {
    auto* dialog = qobject_cast<ClusterWorkDialog*>(this->dialog(QStringLiteral("cluster-work")));
    // Workloads are named "21 train", tasks of an array "23_1 train".
    if (dialog != nullptr && verb)
        dialog->begin(*verb, work_.section(QLatin1Char(' '), 0, 0).section(QLatin1Char('_'), 0, 0));
    present(dialog);
}

void ClusterPage::submit() {
    present(dialog(QStringLiteral("submit")));
}

void ClusterPage::setExplained(const Subject& subject, const View& view) {
    work_ = subject.kind == ObjectKind::workload ? subject.name : QString();
    if (subject.kind == ObjectKind::quota)
        quota_ = subject.name;
    for (const auto* rows : {&view.waiting, &view.running})
        for (const WorkloadRow& row : *rows)
            if (!work_.isEmpty() && qt(row.name) == work_)
                quota_ = qt(row.quota);
    enable(view);
}

void ClusterPage::showClusters() {
    const auto entries = list_.entries();
    clustersHead_->setSecond(list_.unread().empty()
                                 ? tr("%Ln added", nullptr, static_cast<int>(entries.size()))
                                 : messageText(list_.unread().front().message));
    putRows(clusters_, clusterHeads(), clusterRows(entries), clusterColumns());
    constexpr int kMostSideBySide = 8;
    fitRows(clusters_, kMostSideBySide);
}

void ClusterPage::choose() {
    if (parts_->currentIndex() == kLeft) {
        task_->stop();
        return showLeft();
    }
    partHead_->setSecond(tr("The cluster is asked."));
    putRows(part_, {{QString()}}, {}, {{ColumnSpec::stretch, 200}});
    showWhole(part_, whole_);
    ask();
}

Result<ClusterPage::Answer> ClusterPage::answerOf(const slurm::Connection& connection, int part) {
    Answer answer;
    if (part == kFacts) {
        answer.checked = slurm::check(connection);
        return answer;
    }
    auto access = slurm::openAccess(connection);
    if (!access)
        return tl::unexpected(std::move(access.error()));
    if (part != kFigures) {
        auto picture = slurm::readPicture(*access);
        if (!picture)
            return tl::unexpected(std::move(picture.error()));
        answer.picture = std::move(*picture);
        return answer;
    }
    auto printed = slurm::readFigures(*access);
    if (!printed)
        return tl::unexpected(std::move(printed.error()));
    answer.figures = std::move(*printed);
    return answer;
}

void ClusterPage::ask() {
    const auto cluster = view_ ? clusterOf(view_->document.file) : std::nullopt;
    auto connection = cluster ? slurm::connectionNamed(*cluster)
                              : Result<slurm::Connection>(tl::unexpected(Problems{}));
    if (!connection)
        return;
    asked_.start();
    const int part = parts_->currentIndex();
    task_->start([connection = *connection, part] { return answerOf(connection, part); },
                 [this, part](const Result<Answer>& answer) { take(part, answer); });
}

void ClusterPage::take(int part, const Result<Answer>& answer) {
    const QString now = QTime::currentTime().toString(QStringLiteral("HH:mm:ss"));
    if (!answer)
        return partHead_->setSecond(visible(refusalText(answer.error())));
    partHead_->setSecond(
        part == kFacts
            ? tr("%1, as of %2", "facts, time of day").arg(factsText(answer->checked), now)
            : tr("as of %1").arg(now));
    put(part_, part == kReasons    ? reasonsTable(answer->picture)
               : part == kQos      ? qosTable(answer->picture)
               : part == kAccounts ? accountsTable(answer->picture)
               : part == kFigures  ? figuresTable(answer->figures)
                                   : factsTable(answer->checked));
    showWhole(part_, whole_);
}

void ClusterPage::setView(const ViewPtr& view) {
    const bool other = !view_ || view_->document.file != view->document.file;
    if (const auto cluster = clusterOf(view->document.file); other && cluster)
        partHead_->setTitle(visible(qt(*cluster)));
    const bool same = !other && view_->document.warnings == view->document.warnings;
    view_ = view;
    if (parts_->currentIndex() == kLeft ? !same : other)
        choose();
}

void ClusterPage::showLeft() {
    std::vector<CellTable::Row> rows;
    if (view_)
        for (const Problem& each : view_->document.warnings) {
            const QString text = visible(messageText(each.message));
            rows.push_back({{Cell::words(text)}, text, {}});
        }
    partHead_->setSecond(rows.empty() ? tr("all of it is")
                                      : tr("%Ln thing(s) that a scenario cannot say", nullptr,
                                           static_cast<int>(rows.size())));
    putRows(part_, {{tr("What")}}, std::move(rows), {{ColumnSpec::stretch, 200}});
    showWhole(part_, whole_);
}

}  // namespace apportion::ui
