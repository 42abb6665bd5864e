// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cluster/cluster_tables.h"

#include <algorithm>
#include <map>

#include <QCoreApplication>
#include <QFontMetrics>
#include <QItemSelectionModel>
#include <QLocale>

#include "core/cluster/slurm/accounts.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/visible_text.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

struct ClusterTables {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::ClusterTables)
};

constexpr int kIndent = 2;                               // blanks a level
constexpr std::int64_t kSharesOfParent = 1'000'000'000;  // and more: those of the parent

QString nothing() {
    return QStringLiteral("–");
}

QString countText(std::int64_t count) {
    return QLocale().toString(qlonglong(count));
}

Cell amountCell(const std::optional<std::int64_t>& amount) {
    return amount ? Cell::number(countText(*amount)) : Cell::number(nothing(), Role::text3);
}

// Amber where nothing is left.
Cell usedCell(std::int64_t used, const std::optional<std::int64_t>& limit) {
    if (!limit)
        return Cell::numberOf(countText(used), nothing());
    Cell cell = Cell::numberOf(countText(used), countText(*limit));
    return used >= *limit ? cell.withRole(Role::warn) : cell;
}

Cell namesCell(const std::vector<std::string>& names) {
    return Cell::words(names.empty() ? nothing() : visible(namesText(names))).withRole(Role::text2);
}

Cell secondsCell(std::int64_t seconds) {
    return seconds > 0 ? Cell::number(TimeText::duration(seconds * kSecond))
                       : Cell::number(nothing(), Role::text3);
}

QString groupText(slurm::Fact::Group group) {
    switch (group) {
        case slurm::Fact::Group::reach:
            return ClusterTables::tr("Reach");
        case slurm::Fact::Group::you:
            return ClusterTables::tr("You");
        case slurm::Fact::Group::scheduling:
            break;
    }
    return ClusterTables::tr("Scheduling");
}

struct StateLook {
    Icon icon;
    Role mark, text;
};

StateLook lookOf(slurm::Fact::State state) {
    switch (state) {
        case slurm::Fact::State::good:
            return {Icon::checkCircle, Role::good, Role::text};
        case slurm::Fact::State::warning:
            return {Icon::warning, Role::warn, Role::warn};
        case slurm::Fact::State::error:
            break;
    }
    return {Icon::close, Role::err, Role::err};
}

}  // namespace

ClusterTable qosTable(const slurm::Picture& picture) {
    ClusterTable table;
    table.heads = {{ClusterTables::tr("QOS")},
                   {ClusterTables::tr("Priority"), true},
                   {ClusterTables::tr("GPUs / limit"), true},
                   {ClusterTables::tr("Per user"), true},
                   {ClusterTables::tr("Jobs / limit"), true},
                   {ClusterTables::tr("Preempts")},
                   {ClusterTables::tr("Victims")},
                   {ClusterTables::tr("Grace"), true},
                   {ClusterTables::tr("Exempt"), true}};
    table.columns = {{ColumnSpec::fit, 100, 240, false, true},
                     {ColumnSpec::fit, 60},
                     {ColumnSpec::fit, 80},
                     {ColumnSpec::fit, 60},
                     {ColumnSpec::fit, 80},
                     {ColumnSpec::stretch, 90},
                     {ColumnSpec::fit, 60, 110},
                     {ColumnSpec::fit, 50},
                     {ColumnSpec::fit, 60}};
    struct Use {
        std::int64_t gpus = 0, jobs = 0;
    };
    std::map<std::string, Use> uses;
    for (const slurm::ClusterJob& job : picture.jobs)
        if (job.isRunning()) {
            uses[job.qos].gpus += job.gpus;
            ++uses[job.qos].jobs;
        }
    for (const slurm::Qos& each : picture.qos) {
        const Use use = uses[each.name];
        table.rows.push_back(
            {{Cell::name(visible(qt(each.name))), Cell::number(countText(each.priority)),
              usedCell(use.gpus, each.grpGpus), amountCell(each.maxGpusPerUser),
              usedCell(use.jobs, each.grpJobs), namesCell(each.preempts),
              Cell::words(visible(qt(each.preemptMode))).withRole(Role::text2),
              secondsCell(each.graceSeconds), secondsCell(each.exemptSeconds.value_or(0))},
             visible(namesText(each.preempts)),
             {}});
    }
    return table;
}

ClusterTable accountsTable(const slurm::Picture& picture) {
    ClusterTable table;
    table.heads = {
        {ClusterTables::tr("Account")},           {ClusterTables::tr("GPUs / GrpTRES"), true},
        {ClusterTables::tr("GPU minutes"), true}, {ClusterTables::tr("Shares"), true},
        {ClusterTables::tr("Waiting"), true},     {ClusterTables::tr("Users"), true},
        {ClusterTables::tr("Default QOS")},       {ClusterTables::tr("QOS")}};
    table.columns = {{ColumnSpec::fit, 120, 260, false, true},
                     {ColumnSpec::fit, 90},
                     {ColumnSpec::fit, 80},
                     {ColumnSpec::fit, 60},
                     {ColumnSpec::fit, 60},
                     {ColumnSpec::fit, 50},
                     {ColumnSpec::fit, 80, 140},
                     {ColumnSpec::stretch, 100}};
    std::map<std::string, const slurm::Association*> tops;
    std::map<std::string, std::int64_t> users;
    for (const slurm::Association& each : picture.associations)
        if (each.user.empty())
            tops[each.account] = &each;
        else
            ++users[each.account];
    const slurm::Accounts accounts(picture);
    for (const slurm::Account& each : accounts.inOrder()) {
        const slurm::Association* top = tops[each.name];
        const std::string defaultQos = top == nullptr ? std::string() : top->defaultQos;
        const std::vector<std::string> qos = top == nullptr ? std::vector<std::string>() : top->qos;
        table.rows.push_back(
            {{Cell::name(QString(each.depth * kIndent, QLatin1Char(' ')) + visible(qt(each.name))),
              usedCell(each.running, each.limit), amountCell(each.gpuMinutes),
              each.shares > kSharesOfParent ? Cell::number(ClusterTables::tr("parent"))
                                            : Cell::number(countText(each.shares)),
              Cell::number(countText(each.pendingJobs)), Cell::number(countText(users[each.name])),
              Cell::words(defaultQos.empty() ? nothing() : visible(qt(defaultQos)))
                  .withRole(Role::text2),
              namesCell(qos)},
             visible(namesText(qos)),
             visible(qt(each.name))});
    }
    return table;
}

ClusterTable reasonsTable(const slurm::Picture& picture) {
    ClusterTable table;
    table.heads = {{ClusterTables::tr("Slurm's reason")},
                   {ClusterTables::tr("Jobs"), true},
                   {ClusterTables::tr("GPUs"), true},
                   {ClusterTables::tr("First job")},
                   {ClusterTables::tr("Why it waits")}};
    table.columns = {{ColumnSpec::fit, 130, 260, false, true},
                     {ColumnSpec::fit, 60},
                     {ColumnSpec::fit, 60},
                     {ColumnSpec::fit, 70, 150},
                     {ColumnSpec::stretch, 200}};
    struct Sum {
        std::int64_t jobs = 0, gpus = 0;
        const slurm::ClusterJob* first = nullptr;
    };
    std::map<std::string, Sum> sums;
    for (const slurm::ClusterJob& job : picture.jobs) {
        if (!job.isPending())
            continue;
        // "ReqNodeNotAvail, UnavailableNodes:node004"
        Sum& sum = sums[job.reason.substr(0, job.reason.find(','))];
        sum.jobs += job.tasks;
        sum.gpus += job.gpus * job.tasks;
        if (sum.first == nullptr)
            sum.first = &job;
    }
    std::vector<std::pair<std::string, Sum>> ordered(sums.begin(), sums.end());
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const auto& a, const auto& b) { return a.second.gpus > b.second.gpus; });
    const slurm::Accounts accounts(picture);
    for (const auto& [reason, sum] : ordered) {
        const QString why = visible(messageText(slurm::waitOf(*sum.first, accounts, picture)));
        table.rows.push_back(
            {{Cell::name(visible(qt(reason))), Cell::number(countText(sum.jobs)),
              Cell::number(countText(sum.gpus)),
              Cell::words(visible(qt(sum.first->id))).withRole(Role::text2), Cell::words(why)},
             why,
             {}});
    }
    return table;
}

ClusterTable figuresTable(const std::string& printed) {
    ClusterTable table;
    table.heads = {
        {ClusterTables::tr("Figure")}, {ClusterTables::tr("Value")}, {ClusterTables::tr("Of")}};
    table.columns = {{ColumnSpec::fit, 180, 320, false, true},
                     {ColumnSpec::fit, 90, 260},
                     {ColumnSpec::stretch}};
    QString part;
    const QString all = qt(printed);
    const QStringList lines = all.split(QLatin1Char('\n'));
    for (const QString& line : lines) {
        const QString text = line.trimmed();
        if (text.startsWith(QLatin1String("Remote Procedure Call statistics")))
            break;
        const auto colon = text.indexOf(QLatin1Char(':'));
        if (colon <= 0 || text.startsWith(QLatin1Char('*')) ||
            text.startsWith(QLatin1String("sdiag output")))
            continue;
        const QString value = text.mid(colon + 1).trimmed();
        if (value.isEmpty()) {
            part = text.left(colon);
            continue;
        }
        table.rows.push_back({{Cell::name(visible(text.left(colon))), Cell::words(visible(value)),
                               Cell::words(visible(part)).withRole(Role::text2)},
                              {},
                              {}});
    }
    return table;
}

ClusterTable factsTable(const slurm::Checked& checked) {
    ClusterTable table;
    table.heads = {
        {ClusterTables::tr("Fact")}, {ClusterTables::tr("Found")}, {ClusterTables::tr("Means")}};
    table.columns = {
        {ColumnSpec::fit, 140, 230}, {ColumnSpec::fit, 120, 220}, {ColumnSpec::stretch, 200}};
    for (const slurm::Fact& fact : checked.facts) {
        const StateLook look = lookOf(fact.state);
        const QString means = visible(messageText(fact.means));
        const QString remedy = visible(remedyText(fact.means));
        QString found = fact.found.empty() ? nothing() : visible(qt(fact.found));
        if (fact.took)
            found = ClusterTables::tr("%1, %2 ms").arg(found, countText(*fact.took));
        const QString all = remedy.isEmpty() ? means : means + QLatin1Char(' ') + remedy;
        table.rows.push_back(
            {{Cell::name(qt(fact.name), groupText(fact.group)).withIcon(look.icon, look.mark),
              Cell::words(found), Cell::words(all).withRole(look.text)},
             all,
             {}});
    }
    return table;
}

QString factsText(const slurm::Checked& checked) {
    using State = slurm::Fact::State;
    const auto count = [&](State state) { return static_cast<int>(checked.count(state)); };
    return ClusterTables::tr("%1 good, %2, %3", "facts, warnings, errors")
        .arg(QLocale().toString(count(State::good)),
             ClusterTables::tr("%Ln warning(s)", nullptr, count(State::warning)),
             ClusterTables::tr("%Ln error(s)", nullptr, count(State::error)));
}

void put(TreeView* table, ClusterTable what) {
    putRows(table, what.heads, std::move(what.rows), what.columns);
}

TextLabel* makeWholeText(QWidget* parent) {
    auto* whole = new TextLabel({}, Type::second, Role::text2, parent);
    whole->setWordWrap(true);
    whole->setContentsMargins(16, 8, 16, 4);
    whole->setMinimumHeight(2 * whole->fontMetrics().lineSpacing() + 12);
    whole->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    whole->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    whole->setAccessibleName(ClusterTables::tr("Selected row"));
    return whole;
}

void showWhole(TreeView* table, TextLabel* whole) {
    const auto show = [table, whole] {
        const QString text = table->currentIndex().data(Qt::ToolTipRole).toString();
        whole->setText(text.isEmpty() ? ClusterTables::tr("Select a row to read it in full.")
                                      : text);
    };
    QObject::disconnect(table->selectionModel(), nullptr, whole, nullptr);
    QObject::connect(table->selectionModel(), &QItemSelectionModel::currentChanged, whole, show);
    show();
}

}  // namespace apportion::ui
