// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cluster/cluster_plan_dialog.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

#include "core/cluster/slurm/connections_file.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/reader.h"
#include "core/session/commands/commands.h"
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

constexpr int kJudgedHeight = 150, kLinesHeight = 260;
constexpr std::size_t kMostStarts = 4;
constexpr std::chrono::seconds kSettle{10};
constexpr std::chrono::milliseconds kSettleStep{50};

Result<ClusterPlanDialog::Made> madeOf(const slurm::Connection& connection,
                                       const std::string& file) {
    const auto loaded = loadScenario(file);
    if (!loaded)
        return tl::unexpected(loaded.error());
    auto wanted = slurm::wantedOf(*loaded->scenario);
    if (!wanted)
        return tl::unexpected(std::move(wanted.error()));
    auto access = connection.way == slurm::Connection::Way::rest
                      ? Result<slurm::Access>(slurm::fail("cluster-plan-rest"))
                      : slurm::openAccess(connection);
    if (!access)
        return tl::unexpected(std::move(access.error()));
    const auto picture = slurm::readPicture(*access);
    if (!picture)
        return tl::unexpected(picture.error());
    ClusterPlanDialog::Made made;
    made.judged = slurm::judge(*loaded->scenario);
    made.recommended = slurm::recommendedFor(made.judged);
    made.plan = slurm::planFor(*wanted, *picture);
    made.next = slurm::imitate(slurm::pictureWith(*wanted, *picture));
    made.wanted = std::move(*wanted);
    return made;
}

// The first few starts, how many there are more, and that it is an imitation.
QString dryRunText(const slurm::Imitated& next) {
    const auto all = slurm::sentencesOf(next);
    QStringList shown;
    for (std::size_t i = 0; i + 1 < all.size() && i < kMostStarts; ++i)
        shown << visible(messageText(all[i]));
    if (const std::size_t more = all.size() - 1 - static_cast<std::size_t>(shown.size()); more > 0)
        shown << ClusterPlanDialog::tr("More starts: %1.")
                     .arg(QLocale().toString(static_cast<int>(more)));
    shown << messageText(all.back());
    return shown.join(QLatin1Char(' '));
}

Badge badgeOf(slurm::Verdict verdict) {
    switch (verdict) {
        case slurm::Verdict::exact:
            return {ClusterPlanDialog::tr("exact"), Tone::good, Icon::checkCircle};
        case slurm::Verdict::approximate:
            return {ClusterPlanDialog::tr("approximate"), Tone::warn, Icon::info};
        case slurm::Verdict::impossible:
            break;
    }
    return {ClusterPlanDialog::tr("impossible"), Tone::err, Icon::close};
}

Badge dangerOf(slurm::Line::Danger danger) {
    using Danger = slurm::Line::Danger;
    switch (danger) {
        case Danger::none:
            return {ClusterPlanDialog::tr("none"), Tone::neutral, Icon::none};
        case Danger::limits:
            return {ClusterPlanDialog::tr("limits"), Tone::warn, Icon::warning};
        case Danger::removes:
            return {ClusterPlanDialog::tr("deletes"), Tone::warn, Icon::trash};
        case Danger::ends:
            break;
    }
    return {ClusterPlanDialog::tr("ends jobs"), Tone::err, Icon::bolt};
}

}  // namespace

ClusterPlanDialog::ClusterPlanDialog(Mode mode, const QString& cluster, const QString& scenario,
                                     QWidget* parent)
    : DialogFrame(mode, parent),
      cluster_(cluster),
      connection_(slurm::connectionNamed(cluster.toStdString())),
      task_(new ClusterTask(this)),
      scenario_(new QLineEdit(scenario, this)),
      recommended_(new TextLabel({}, Type::body, Role::text, this)),
      judged_(makePlainTable(tr("What Slurm can hold"), this)),
      progress_(new TextLabel({}, Type::head, Role::text, this)),
      lines_(makePlainTable(tr("Lines in their order"), this)),
      dry_(new TextLabel({}, Type::second, Role::text, this)),
      left_(new TextLabel({}, Type::second, Role::text2, this)) {
    setOpeningWidth(980);
    setHeading(tr("Plan for %1").arg(cluster), connection_ ? wayText(*connection_) : QString());
    body()->setSpacing(8);
    scenario_->setAccessibleName(tr("Scenario"));
    QHBoxLayout* row = addFormRow(body(), tr("Scenario"), scenario_);
    auto* browse = new QPushButton(tr("Browse…"), this);
    browse->setAutoDefault(false);
    row->addWidget(browse);
    recommended_->setWordWrap(true);
    body()->addWidget(recommended_);
    judged_->setFixedHeight(kJudgedHeight);
    body()->addWidget(judged_);
    body()->addWidget(progress_);
    lines_->setFixedHeight(kLinesHeight);
    body()->addWidget(lines_);
    for (TextLabel* each : {dry_, left_}) {
        each->setWordWrap(true);
        body()->addWidget(each);
    }
    copy_ = addButton(tr("Copy as a script"));
    unlock_ = addButton(tr("Unlock"));
    addCancel()->setText(tr("Close"));
    apply_ = addPrimary(tr("Apply"));
    connect(browse, &QPushButton::clicked, this, &ClusterPlanDialog::browse);
    connect(scenario_, &QLineEdit::editingFinished, this, &ClusterPlanDialog::make);
    connect(copy_, &QPushButton::clicked, this, &ClusterPlanDialog::copy);
    connect(unlock_, &QPushButton::clicked, this, [this] { unlock(!unlocked_); });
    connect(apply_, &QPushButton::clicked, this, &ClusterPlanDialog::begin);
    if (!connection_)
        refuse(refusalText(connection_.error()));
    showLines();
    make();
}

// The line that is under way is done or not: its effect is found at the next look.
ClusterPlanDialog::~ClusterPlanDialog() {
    if (stops_)
        *stops_ = true;
}

void ClusterPlanDialog::browse() {
    auto* dialog = new QFileDialog(this, tr("Open the wanted scenario"), {},
                                   tr("Scenarios (*.json *.json.gz);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        scenario_->setText(path);
        make();
    });
    dialog->open();
}

void ClusterPlanDialog::make() {
    const QString file = scenario_->text().trimmed();
    if (file.isEmpty() || !connection_ || stops_)
        return enable();
    clearRefusal();
    made_.reset();
    unlock(false);
    progress_->setText(tr("The cluster is read."));
    task_->start(
        [connection = *connection_, file = file.toStdString()] { return madeOf(connection, file); },
        [this](Result<Made> made) {
            if (made)
                return take(std::move(*made));
            progress_->setText(tr("There is no plan."));
            refuse(refusalText(made.error()));
            enable();
        });
    enable();
}

void ClusterPlanDialog::take(Made made) {
    made_ = std::move(made);
    states_.assign(made_->plan.lines.size(), State::open);
    rollback_.clear();
    recommended_->setText(messageText(made_->recommended.why));
    std::vector<CellTable::Row> rows;
    for (const slurm::Judged& each : made_->judged) {
        const QString differs = messageText({std::string(each.capability->code), {}});
        const std::string& construct = std::string(each.capability->construct);
        rows.push_back({{Cell::name(qt(std::string(each.capability->key))),
                         Cell::words(construct.empty() ? QStringLiteral("–") : qt(construct))
                             .withRole(Role::text2),
                         Cell::label(badgeOf(each.capability->verdict)), Cell::words(differs)},
                        differs,
                        {}});
    }
    putRows(judged_, {{tr("Policy")}, {tr("In Slurm")}, {tr("Verdict")}, {tr("What differs")}},
            std::move(rows),
            {{ColumnSpec::fit, 120, 240},
             {ColumnSpec::fit, 100, 180},
             {ColumnSpec::fit, 110},
             {ColumnSpec::stretch, 200}});
    dry_->setText(tr("Dry run: %1").arg(dryRunText(made_->next)));
    QStringList left;
    for (const Message& each : made_->plan.refused)
        left << visible(messageText(each));
    left_->setText(left.join(QLatin1Char(' ')));
    progress_->setText(made_->plan.lines.empty() ? tr("The cluster is as the scenario wants it.")
                                                 : tr("%Ln line(s) to apply", nullptr,
                                                      static_cast<int>(made_->plan.lines.size())));
    showLines();
    enable();
}

void ClusterPlanDialog::showLines() {
    std::vector<CellTable::Row> rows;
    const auto done = std::find(states_.begin(), states_.end(), State::open) - states_.begin();
    for (std::size_t i = 0; made_ && i < made_->plan.lines.size(); ++i) {
        const slurm::Line& line = made_->plan.lines[i];
        const QString text = qt(slurm::lineText(line));
        const QString note = visible(messageText(line.note));
        const Badge state =
            states_[i] == State::done     ? Badge{tr("read back"), Tone::good, Icon::checkCircle}
            : states_[i] == State::failed ? Badge{tr("stopped"), Tone::err, Icon::close}
            : static_cast<std::ptrdiff_t>(i) == done
                ? Badge{tr("next"), Tone::info, Icon::arrowRight}
                : Badge{tr("open"), Tone::neutral, Icon::hourglass};
        rows.push_back({{Cell::number(QLocale().toString(static_cast<int>(i) + 1), Role::text2),
                         Cell::words(text), Cell::label(dangerOf(line.danger)), Cell::label(state),
                         Cell::words(note).withRole(Role::text2)},
                        text + QLatin1Char('\n') + note,
                        text});
    }
    putRows(lines_,
            {{tr("No."), true}, {tr("Line")}, {tr("Danger")}, {tr("State")}, {tr("What it does")}},
            std::move(rows),
            {{ColumnSpec::fit, 36},
             {ColumnSpec::stretch, 300},
             {ColumnSpec::fit, 90},
             {ColumnSpec::fit, 90},
             {ColumnSpec::fit, 100, 150}});
}

std::size_t ClusterPlanDialog::dangers() const {
    return made_ ? static_cast<std::size_t>(
                       std::count_if(made_->plan.lines.begin(), made_->plan.lines.end(),
                                     [](const slurm::Line& each) {
                                         return each.danger != slurm::Line::Danger::none;
                                     }))
                 : 0;
}

void ClusterPlanDialog::unlock(bool unlocked) {
    unlocked_ = unlocked;
    unlock_->setText(unlocked ? tr("Lock") : tr("Unlock"));
    const auto count = static_cast<int>(dangers());
    setConsequence(!unlocked   ? tr("Read-only. Unlock to apply lines.")
                   : count > 0 ? tr("Unlocked. Dangerous lines: %1").arg(QLocale().toString(count))
                               : tr("Unlocked. Lines change the cluster."),
                   unlocked ? Tone::warn : Tone::neutral);
    enable();
}

void ClusterPlanDialog::enable() {
    const bool ready = made_ && !made_->plan.lines.empty() && !task_->isRunning();
    const bool open =
        ready && std::find(states_.begin(), states_.end(), State::open) != states_.end();
    copy_->setEnabled(ready);
    unlock_->setEnabled(open && !stops_);
    apply_->setEnabled(stops_ || (open && unlocked_));
    apply_->setText(stops_ ? tr("Stop") : tr("Apply"));
    scenario_->setEnabled(!stops_);
}

void ClusterPlanDialog::copy() {
    QGuiApplication::clipboard()->setText(qt(slurm::scriptText(made_->plan)));
    setConsequence(tr("Copied as a script."), Tone::good);
}

void ClusterPlanDialog::begin() {
    if (stops_) {
        *stops_ = true;
        setConsequence(tr("Stops after the line that is under way."));
        return;
    }
    const auto rollback = slurm::rollbackFile(*connection_, std::time(nullptr));
    if (!rollback)
        return refuse(refusalText(rollback.error()));
    clearRefusal();
    rollback_ = qt(*rollback);
    stops_ = std::make_shared<std::atomic<bool>>(false);
    setConsequence(tr("Each line is read back before the next one."));
    enable();
    applying_ = std::jthread([this, stops = stops_, wanted = made_->wanted, shown = made_->plan,
                              connection = *connection_, rollback = *rollback] {
        const auto tell = [this](auto what) {
            QMetaObject::invokeMethod(this, std::move(what), Qt::QueuedConnection);
        };
        slurm::Applied applied;
        auto access = slurm::openAccess(connection);
        if (!access) {
            applied.stopped = std::move(access.error());
            return tell([this, applied] { finish(applied); });
        }
        slurm::ApplyHands hands;
        hands.shown = &shown;
        hands.read = [&] {
            slurm::renewToken(*access, connection, std::time(nullptr));
            return slurm::readPicture(*access);
        };
        hands.run = [&](const std::vector<std::string>& words) {
            return *stops ? Result<std::string>(slurm::fail("cluster-stopped"))
                          : access->commands->run(words);
        };
        std::size_t done = 0;
        hands.did = [&](const slurm::Line&) { tell([this, line = done++] { did(line); }); };
        hands.keep = [&](const slurm::NativePlan& undo) {
            return slurm::keepRollback(rollback, undo);
        };
        hands.settle = [&] {
            tell([this] { settles(); });
            const auto until = std::chrono::steady_clock::now() + kSettle;
            while (!*stops && std::chrono::steady_clock::now() < until)
                std::this_thread::sleep_for(kSettleStep);
        };
        applied = slurm::apply(wanted, hands);
        tell([this, applied] { finish(applied); });
    });
}

void ClusterPlanDialog::did(std::size_t line) {
    if (line < states_.size())
        states_[line] = State::done;
    progress_->setText(tr("%1 of %2 lines applied")
                           .arg(QLocale().toString(static_cast<int>(line) + 1),
                                QLocale().toString(static_cast<int>(states_.size()))));
    showLines();
}

void ClusterPlanDialog::settles() {
    setConsequence(tr("Looks again after 10 s."));
}

void ClusterPlanDialog::finish(const slurm::Applied& applied) {
    stops_.reset();
    const bool whole = applied.stopped.empty();
    const auto open = std::find(states_.begin(), states_.end(), State::open);
    if (!whole && open != states_.end())
        *open = State::failed;
    showLines();
    unlock(false);
    if (whole)
        setConsequence(tr("All lines are applied, and still have their effect."), Tone::good);
    else
        refuse(refusalText(applied.stopped));
    if (applied.done > 0)
        left_->setText(tr("The lines that undo it: %1").arg(rollback_));
}

}  // namespace apportion::ui
