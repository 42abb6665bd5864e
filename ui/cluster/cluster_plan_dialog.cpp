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
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

#include "core/cluster/slurm/connections_file.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/line_values.h"
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

constexpr int kPlanWidth = 1180;
constexpr int kJudgedHeight = 140, kLinesHeight = 240, kLineHeight = 56;
constexpr int kLongestValue = 24;  // characters; longer ones are cut in their middle
constexpr std::size_t kMostStarts = 4;
constexpr std::chrono::seconds kSettle{10};
constexpr std::chrono::milliseconds kSettleStep{50};

// The lines to what is wanted; `made` has what is said of it.
Result<ClusterPlanDialog::Made> linesTo(slurm::Wanted wanted, const slurm::Connection& connection,
                                        ClusterPlanDialog::Made made) {
    auto access = connection.way == slurm::Connection::Way::rest
                      ? Result<slurm::Access>(slurm::fail("cluster-plan-rest"))
                      : slurm::openAccess(connection);
    if (!access)
        return tl::unexpected(std::move(access.error()));
    auto picture = slurm::readPicture(*access);
    if (!picture)
        return tl::unexpected(std::move(picture.error()));
    made.plan = slurm::planFor(wanted, *picture);
    made.next = slurm::imitate(slurm::pictureWith(wanted, *picture));
    made.picture = std::move(*picture);
    made.wanted = std::move(wanted);
    return made;
}

Result<ClusterPlanDialog::Made> madeOf(const slurm::Connection& connection,
                                       const std::string& file) {
    const auto loaded = loadScenario(file);
    if (!loaded)
        return tl::unexpected(loaded.error());
    auto wanted = slurm::wantedOf(*loaded->scenario);
    if (!wanted)
        return tl::unexpected(std::move(wanted.error()));
    const auto named = slurm::nameByFile(*wanted, file);
    if (!named)
        return tl::unexpected(named.error());
    ClusterPlanDialog::Made made;
    made.judged = slurm::judge(*loaded->scenario);
    made.recommended = slurm::recommendedFor(made.judged);
    auto lines = linesTo(std::move(*wanted), connection, std::move(made));
    if (lines && *named)
        lines->plan.refused.push_back(**named);
    return lines;
}

QString policyText(std::string_view key) {
    const std::pair<std::string_view, QString> words[] = {
        {"limit", ClusterPlanDialog::tr("Limit")},
        {"guarantee", ClusterPlanDialog::tr("Guarantee")},
        {"childPreemption", ClusterPlanDialog::tr("Child-level preemption")},
        {"preemptionAtLimit", ClusterPlanDialog::tr("Preemption at a limit")},
        {"selfPreemption", ClusterPlanDialog::tr("Self-level preemption")},
        {"selfPreemptionAboveGuarantee",
         ClusterPlanDialog::tr("Self-level preemption above guarantees")},
        {"priorityPreemption", ClusterPlanDialog::tr("Preemption by priority")},
        {"weight", ClusterPlanDialog::tr("Weight")},
        {"rank", ClusterPlanDialog::tr("Rank")},
        {"lend", ClusterPlanDialog::tr("Lending")},
        {"queueing", ClusterPlanDialog::tr("Scheduling policy")},
        {"nodes", ClusterPlanDialog::tr("Nodes of a quota")},
        {"idle", ClusterPlanDialog::tr("Background workloads")},
        {"minRuntime", ClusterPlanDialog::tr("Minimum runtime")},
        {"gracePeriod", ClusterPlanDialog::tr("Grace period")},
        {"userCap", ClusterPlanDialog::tr("User cap")},
        {"gang", ClusterPlanDialog::tr("Gang")},
        {"elastic", ClusterPlanDialog::tr("Elastic workloads")},
        {"fraction", ClusterPlanDialog::tr("Fractions of GPUs")},
        {"consolidation", ClusterPlanDialog::tr("Consolidation")}};
    for (const auto& [known, text] : words)
        if (known == key)
            return text;
    return qt(std::string(key));
}

// With its policies in words.
QString recommendedText(Message why) {
    for (Argument& each : why.arguments)
        for (std::string& name : each.value.list) {
            const QString text = policyText(name);
            name = (text.left(1).toLower() + text.mid(1)).toStdString();
        }
    return messageText(why);
}

QString shortValue(const QString& value) {
    const int half = kLongestValue / 2;
    return value.size() <= kLongestValue
               ? value
               : value.left(half - 1) + QStringLiteral("…") + value.right(half);
}

QString valueWord(const std::string& value) {
    if (value == "none")
        return ClusterPlanDialog::tr("none", "value");
    if (value == "there")
        return ClusterPlanDialog::tr("there", "value");
    if (value == "differs")
        return ClusterPlanDialog::tr("differs", "value");
    return visible(qt(value));
}

QString keyText(const slurm::LineValue& value) {
    if (!value.key.empty())
        return qt(value.key);
    switch (value.of) {
        case slurm::LineValue::Of::account:
            return ClusterPlanDialog::tr("account");
        case slurm::LineValue::Of::user:
            return ClusterPlanDialog::tr("user");
        case slurm::LineValue::Of::qos:
            break;
    }
    return QStringLiteral("QOS");
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

// The first that is not as wanted, or the first.
auto changedIn(const std::vector<slurm::LineValue>& values, const slurm::Picture& picture) {
    const auto found = std::find_if(
        values.begin(), values.end(),
        [&](const slurm::LineValue& each) { return slurm::valueIn(each, picture) != each.wanted; });
    return found == values.end() ? values.begin() : found;
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
      line_(new TextLabel({}, Type::second, Role::text, this)),
      dry_(new TextLabel({}, Type::second, Role::text, this)),
      left_(new TextLabel({}, Type::second, Role::text2, this)) {
    setOpeningWidth(kPlanWidth);
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
    line_->setWordWrap(true);
    line_->setMinimumHeight(kLineHeight);
    line_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    line_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    line_->setAccessibleName(tr("Selected row"));
    body()->addWidget(line_);
    for (TextLabel* each : {dry_, left_}) {
        each->setWordWrap(true);
        body()->addWidget(each);
    }
    left_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    undo_ = addButton(tr("Undo…"));
    copy_ = addButton(tr("Copy as a script"));
    unlock_ = addButton(tr("Unlock"));
    addCancel()->setText(tr("Close"));
    apply_ = addPrimary(tr("Apply"));
    connect(browse, &QPushButton::clicked, this, &ClusterPlanDialog::browse);
    connect(scenario_, &QLineEdit::editingFinished, this, &ClusterPlanDialog::make);
    connect(undo_, &QPushButton::clicked, this, &ClusterPlanDialog::makeUndo);
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
    ask([connection = *connection_, file = file.toStdString()] {
        return madeOf(connection, file);
    });
}

// The lines that bring back what was there.
void ClusterPlanDialog::makeUndo() {
    if (!before_ || !connection_ || stops_)
        return;
    ask([connection = *connection_, before = *before_] { return linesTo(before, connection, {}); });
}

void ClusterPlanDialog::ask(const std::function<Result<Made>()>& work) {
    clearRefusal();
    made_.reset();
    unlock(false);
    progress_->setText(tr("The cluster is read."));
    task_->start(work, [this](Result<Made> made) {
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
    now_.reset();
    states_.assign(made_->plan.lines.size(), State::open);
    rollback_.clear();
    const bool undoes = made_->judged.empty() && made_->recommended.why.code.empty();
    recommended_->setText(undoes ? tr("These lines undo what was applied here.")
                                 : recommendedText(made_->recommended.why));
    judged_->setVisible(!undoes);
    std::vector<CellTable::Row> rows;
    for (const slurm::Judged& each : made_->judged) {
        const QString differs = messageText({std::string(each.capability->code), {}});
        const std::string& construct = std::string(each.capability->construct);
        rows.push_back({{Cell::name(policyText(each.capability->key)),
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
    connect(judged_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &ClusterPlanDialog::showJudged, Qt::UniqueConnection);
    dry_->setText(tr("Dry run: %1").arg(dryRunText(made_->next)));
    QStringList left;
    for (const Message& each : made_->plan.refused)
        left << visible(messageText(each));
    // Of an apply before this dialog.
    if (const std::string last = slurm::lastRollback(*connection_); !before_ && !last.empty())
        left << tr("The lines that undo the last apply: %1", "a file").arg(visible(qt(last)));
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
        const QString note = visible(messageText(line.note)) + QLatin1Char('\n') +
                             valueTexts(line).join(QLatin1Char('\n'));
        const Badge state =
            states_[i] == State::done     ? Badge{tr("read back"), Tone::good, Icon::checkCircle}
            : states_[i] == State::failed ? Badge{tr("stopped"), Tone::err, Icon::close}
            : static_cast<std::ptrdiff_t>(i) == done
                ? Badge{tr("next"), Tone::info, Icon::arrowRight}
                : Badge{tr("open"), Tone::neutral, Icon::hourglass};
        const auto values = slurm::valuesOf(line);
        const auto value = changedIn(values, made_->picture);
        const bool any = value != values.end();
        const QString before = any ? valueWord(slurm::valueIn(*value, made_->picture)) : QString();
        const QString now = any && now_ ? valueWord(slurm::valueIn(*value, *now_)) : before;
        const bool there = any && now_ && slurm::valueIn(*value, *now_) == value->wanted;
        rows.push_back(
            {{Cell::number(QLocale().toString(static_cast<int>(i) + 1), Role::text2),
              Cell::words(text).withBothEnds(), Cell::words(any ? keyText(*value) : QString()),
              any ? Cell::change(shortValue(before), shortValue(valueWord(value->wanted)))
                  : Cell::words({}),
              Cell::words(shortValue(now)).withRole(there ? Role::good : Role::text2),
              Cell::label(state), Cell::label(dangerOf(line.danger))},
             text + QLatin1Char('\n') + note,
             text});
    }
    putRows(lines_,
            {{tr("No."), true},
             {tr("Line")},
             {tr("Setting")},
             {tr("Before → wanted"), true},
             {tr("Now")},
             {tr("State")},
             {tr("Danger")}},
            std::move(rows),
            {{ColumnSpec::fit, 36},
             {ColumnSpec::stretch, 240},
             {ColumnSpec::fit, 80, 150},
             {ColumnSpec::fit, 110, 330},
             {ColumnSpec::fit, 60, 180},
             {ColumnSpec::fit, 96},
             {ColumnSpec::fit, 80}});
    connect(lines_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &ClusterPlanDialog::showLine, Qt::UniqueConnection);
    showLine();
}

QStringList ClusterPlanDialog::valueTexts(const slurm::Line& line) const {
    QStringList texts;
    for (const slurm::LineValue& each : slurm::valuesOf(line)) {
        const QString before = valueWord(slurm::valueIn(each, made_->picture));
        const QString now = now_ ? valueWord(slurm::valueIn(each, *now_)) : before;
        texts << tr("%1: %2 → %3, now %4.", "setting, before, wanted")
                     .arg(keyText(each), before, valueWord(each.wanted), now);
    }
    return texts;
}

// The line that is selected, or the next or last one, in full.
void ClusterPlanDialog::showLine() {
    const auto next = static_cast<std::size_t>(
        std::find(states_.begin(), states_.end(), State::open) - states_.begin());
    const QModelIndex current = lines_->currentIndex();
    if (!made_ || made_->plan.lines.empty())
        return line_->setText({});
    const std::size_t at =
        std::min(current.isValid() ? static_cast<std::size_t>(current.row()) : next,
                 made_->plan.lines.size() - 1);
    const slurm::Line& line = made_->plan.lines[at];
    line_->setText(QStringList{qt(slurm::lineText(line)), visible(messageText(line.note)),
                               valueTexts(line).join(QLatin1Char(' '))}
                       .join(QLatin1Char('\n')));
}

// In place of the line: what differs, in full.
void ClusterPlanDialog::showJudged() {
    const QModelIndex current = judged_->currentIndex();
    if (current.isValid())
        line_->setText(current.siblingAtColumn(0).data().toString() + QLatin1Char('\n') +
                       current.data(Qt::ToolTipRole).toString());
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
    undo_->setVisible(before_.has_value());
    undo_->setEnabled(before_ && !stops_ && !task_->isRunning());
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
        auto seen = std::make_shared<slurm::Picture>();
        hands.read = [&] {
            slurm::renewToken(*access, connection, std::time(nullptr));
            auto picture = slurm::readPicture(*access);
            if (picture)
                seen = std::make_shared<slurm::Picture>(*picture);
            return picture;
        };
        hands.run = [&](const std::vector<std::string>& words) {
            return *stops ? Result<std::string>(slurm::fail("cluster-stopped"))
                          : access->commands->run(words);
        };
        std::size_t done = 0;
        hands.did = [&](const slurm::Line&) {
            tell([this, line = done++, seen] { did(line, seen); });
        };
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

void ClusterPlanDialog::did(std::size_t line, std::shared_ptr<slurm::Picture> now) {
    now_ = std::move(now);
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
    if (applied.done == 0)
        return;
    before_ = slurm::wantedAsIs(made_->picture);
    enable();
    left_->setText(tr("The lines that undo it: %1").arg(rollback_));
}

}  // namespace apportion::ui
