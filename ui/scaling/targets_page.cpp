// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/targets_page.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QVBoxLayout>

#include "core/change/wall_clock.h"
#include "ui/dialogs/form_draft.h"
#include "ui/scaling/note_box.h"
#include "ui/scaling/scale_texts.h"
#include "ui/scaling/target_table.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/find_box.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr std::size_t kMostTerms = 4;
constexpr qsizetype kMostObstacles = 3;
constexpr Duration kMinute = 60 * kSecond;
constexpr Duration kDelayFirst = 10 * kMinute;

// Where it is hidden its place stays: nothing moves when it comes.
void keepPlace(QWidget* part) {
    QSizePolicy policy = part->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    part->setSizePolicy(policy);
}

}  // namespace

TargetsPage::TargetsPage(QWidget* parent)
    : QWidget(parent),
      levels_(new FindBox(tr("Find a quota"))),
      sum_(new TextLabel({}, Type::body, Role::text2)),
      unassigned_(new BadgeLabel),
      keepSum_(new QCheckBox(tr("Keep the sum"))),
      bar_(new ScaleBar),
      table_(new TargetTable),
      problem_(new NoteBox),
      obstacle_(new NoteBox),
      modes_(new QWidget) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(16);
    auto* head = new QHBoxLayout;
    head->setSpacing(12);
    levels_->setAccessibleName(tr("Quotas that divide one guarantee"));
    // Which of them is looked at changes nothing.
    markAsView(levels_);
    levels_->setMaximumWidth(360);
    keepSum_->setChecked(true);
    keepSum_->setToolTip(tr("A number typed below changes the quotas that follow it"));
    head->addWidget(levels_);
    head->addWidget(sum_);
    head->addWidget(unassigned_);
    head->addStretch();
    head->addWidget(keepSum_);
    column->addLayout(head);
    column->addWidget(bar_);
    column->addWidget(table_);
    column->addWidget(problem_);
    column->addWidget(obstacle_);
    buildModes();
    column->addWidget(modes_);
    column->addStretch();

    connect(bar_, &ScaleBar::moved, this, [this](const ScaleLevel& level) {
        typing_.reset();
        take(level);
    });
    connect(table_, &TargetTable::edited, this, &TargetsPage::takeTyped);
    connect(keepSum_, &QCheckBox::toggled, this, [this] { typing_.reset(); });
    connect(table_, &TargetTable::readableChanged, this, [this] {
        showSum();
        showProblems();
        emit readableChanged();
    });
    connect(levels_, &QComboBox::activated, this, [this] {
        chosen_ = true;
        typing_.reset();
        showLevel();
    });
}

void TargetsPage::buildModes() {
    auto* column = new QVBoxLayout(modes_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(new TextLabel(tr("Workloads above the target"), Type::head));
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    const QString titles[] = {tr("Refuse"), tr("Drain"), tr("Evict after a delay")};
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        cards_[i] = new ChoiceCard(ChoiceCard::Mark::radio, titles[i], {}, Icon::none, modes_);
        row->addWidget(cards_[i], 1);
        connect(cards_[i], &ChoiceCard::toggled, this, [this](bool on) {
            delayRow_->setVisible(mode() == ScaleMode::reclaim);
            if (on)
                emit modeChanged();
        });
    }
    column->addLayout(row);
    delayRow_ = new QWidget;
    auto* line = new QHBoxLayout(delayRow_);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(12);
    auto* label = new TextLabel(tr("&Delay"));
    delay_ = new QComboBox;
    delay_->setAccessibleName(tr("Delay before evictions"));
    for (const Duration delay : {Duration{0}, kMinute, 5 * kMinute, 10 * kMinute, 30 * kMinute,
                                 60 * kMinute, 240 * kMinute, 1440 * kMinute})
        delay_->addItem(delay == 0 ? tr("none") : TimeText::duration(delay),
                        QVariant::fromValue<qlonglong>(delay));
    delay_->setCurrentIndex(delay_->findData(QVariant::fromValue<qlonglong>(kDelayFirst)));
    label->setBuddy(delay_);
    line->addWidget(label);
    line->addWidget(delay_);
    line->addStretch();
    keepPlace(delayRow_);
    column->addWidget(delayRow_);
    delayRow_->hide();
    modes_->hide();
    cards_[0]->setChecked(true);
    connect(delay_, &QComboBox::currentIndexChanged, this, [this] { emit modeChanged(); });
}

ScaleMode TargetsPage::mode() const {
    return asksForMode() ? chosen() : ScaleMode::refuse;
}

ScaleMode TargetsPage::chosen() const {
    for (std::size_t i = 0; i < cards_.size(); ++i)
        if (cards_[i]->isChecked())
            return static_cast<ScaleMode>(i);
    return ScaleMode::refuse;
}

Duration TargetsPage::after() const {
    return asksForMode() ? delay() : 0;
}

Duration TargetsPage::delay() const {
    return chosen() == ScaleMode::reclaim ? delay_->currentData().toLongLong() : 0;
}

void TargetsPage::chooseMode(ScaleMode mode, Duration after) {
    card(mode)->setChecked(true);
    if (delay_->findData(QVariant::fromValue<qlonglong>(after)) < 0)
        delay_->addItem(TimeText::duration(after), QVariant::fromValue<qlonglong>(after));
    for (int i = 0; i < delay_->count(); ++i)
        if (delay_->itemData(i).toLongLong() == after)
            delay_->setCurrentIndex(i);
}

void TargetsPage::reset() {
    typed_ = false;
    typing_.reset();
    chooseMode(ScaleMode::refuse, kDelayFirst);
    keepSum_->setChecked(true);
    levels_->setNames({});
    table_->setLevel({}, {});  // nor what was typed and never read
}

void TargetsPage::setView(const ViewPtr& view) {
    view_ = view;
    time_ = TimeText(view->document.epoch);
}

void TargetsPage::setTargets(const ScaleTargets& targets, const QString& about) {
    targets_ = targets;
    typing_.reset();
    about_ = about;
    table_->setUnchecked();
    chosen_ = false;
}

void TargetsPage::setCheck(const ScaleCheck& check, const ScaleTargets& targets) {
    check_ = check;
    targets_ = targets;
    fillLevels();
    showLevel();
    table_->setCheck(check_);
    showProblems();
    showObstacles();
}

QStringList TargetsPage::levelNames() const {
    const auto roots = std::count_if(check_.levels.begin(), check_.levels.end(),
                                     [](const ScaleLevel& each) { return each.parent.empty(); });
    const QString rootsAre = roots > 1 ? tr("Roots with %1") : tr("Root quotas");
    const QString children = tr("Children of %1");
    QStringList names;
    names.reserve(static_cast<qsizetype>(check_.levels.size()));
    for (const ScaleLevel& level : check_.levels)
        names << (!level.parent.empty() ? children.arg(qt(level.parent))
                  : roots > 1           ? rootsAre.arg(qt(level.rows.front().quota))
                                        : rootsAre);
    return names;
}

// The level that was chosen; else the one with changes, else that of the quota that was looked at,
// else the first with siblings to move between.
void TargetsPage::fillLevels() {
    const int before = levels_->currentIndex();
    const bool anew = levels_->count() != static_cast<int>(check_.levels.size());
    levels_->setNames(levelNames());
    int wanted = -1;
    int first = 0;
    for (std::size_t i = 0; i < check_.levels.size(); ++i) {
        const ScaleLevel& level = check_.levels[i];
        const bool changed = std::any_of(level.rows.begin(), level.rows.end(),
                                         [](const ScaleRow& row) { return row.target != row.now; });
        if (changed && wanted < 0)
            wanted = static_cast<int>(i);
        if (level.rows.size() > 1 && check_.levels[static_cast<std::size_t>(first)].rows.size() < 2)
            first = static_cast<int>(i);
    }
    if (const auto about = levelOf(check_.levels, about_.toStdString()))
        first = static_cast<int>(*about);
    if (!anew && before >= 0 && (chosen_ || wanted < 0 || !targets_.empty()))
        levels_->setCurrentIndex(chosen_ || before == wanted || wanted < 0 ? before : wanted);
    else
        levels_->setCurrentIndex(wanted >= 0 ? wanted : first);
    levels_->setVisible(!check_.levels.empty());
}

void TargetsPage::showLevel() {
    const auto index = static_cast<std::size_t>(std::max(0, levels_->currentIndex()));
    level_ = index < check_.levels.size() ? check_.levels[index] : ScaleLevel{};
    const std::vector<ScaleName> names = namesOf(level_);
    bar_->setLevel(level_, names);
    table_->setLevel(level_, names);
    // One alone has nobody to keep a sum with.
    keepSum_->setVisible(level_.rows.size() > 1);
    showSum();
}

std::vector<ScaleName> TargetsPage::namesOf(const ScaleLevel& level) const {
    std::vector<ScaleName> names;
    names.reserve(level.rows.size());
    for (const ScaleRow& row : level.rows)
        names.push_back(scaleName(*view_, row.quota));
    return names;
}

// The first digits of a number are none that the others should give or take anything for.
void TargetsPage::takeTyped(int row, Gpu target) {
    const auto sameNow = [](const ScaleRow& a, const ScaleRow& b) {
        return a.quota == b.quota && a.now == b.now;
    };
    typed_ = true;
    if (!typing_ || typing_->row != row ||
        !std::equal(level_.rows.begin(), level_.rows.end(), typing_->before.rows.begin(),
                    typing_->before.rows.end(), sameNow))
        typing_ = Typed{row, level_};
    ScaleLevel level = typing_->before;
    setTarget(level, static_cast<std::size_t>(row), target, keepSum_->isChecked());
    take(level);
}

void TargetsPage::take(const ScaleLevel& level) {
    level_ = level;
    chosen_ = true;
    targets_ = changesOf(targets_, level);
    const std::vector<ScaleName> names = namesOf(level_);
    bar_->setLevel(level_, names);
    table_->setLevel(level_, names);
    table_->setUnchecked();
    showSum();
    emit targetsChanged();
}

void TargetsPage::showSum() {
    // What stands on the bar and in the sum would be of the last that could be read.
    const bool readable = isReadable();
    bar_->setEnabled(readable);
    sum_->setVisible(readable);
    unassigned_->setVisible(readable);
    if (!readable)
        return;
    const bool over = level_.unassigned() < 0;
    QStringList terms;
    for (const ScaleRow& row : level_.rows)
        terms << gpuNumber(row.target);
    const QString sum = gpuNumber(level_.assigned());
    const QString whole = gpuNumber(level_.whole);
    sum_->setText(level_.rows.size() > 1 && level_.rows.size() <= kMostTerms
                      ? tr("%1 = %2 of %3", "48 + 80 = 128 of 128")
                            .arg(terms.join(QStringLiteral(" + ")), sum, whole)
                      : tr("%1 of %2", "so many GPUs of so many").arg(sum, whole));
    sum_->setRole(over ? Role::err : Role::text2);
    unassigned_->setBadge(
        over ? Badge{tr("%1 too many").arg(gpuNumber(-level_.unassigned())), Tone::err, Icon::error}
             : Badge{tr("%1 unassigned").arg(gpuNumber(level_.unassigned())), Tone::neutral,
                     Icon::none});
}

bool TargetsPage::isReadable() const {
    return NumberField::allReadable(*table_);
}

QString TargetsPage::mistake() const {
    return NumberField::mistakesIn(*table_);
}

QString TargetsPage::moreText(int more) {
    return tr("and %Ln more", nullptr, more);
}

void TargetsPage::showProblems() {
    if (!isReadable())
        return problem_->say(Tone::err, mistake());
    QStringList all;
    for (const ScaleProblem& each : check_.problems)
        all << messageText(each.message);
    problem_->setToolTip(all.size() > 1 ? all.join(QLatin1Char('\n')) : QString());
    if (check_.problems.empty())
        return problem_->say(Tone::err, {});
    const ScaleProblem& first = check_.problems.front();
    const int more = static_cast<int>(check_.problems.size()) - 1;
    std::vector<NoteAction> actions;
    for (const ScaleRepair& repair : first.repairs)
        actions.push_back({repairText(repair), [this, mended = repair.targets] {
                               targets_ = mended;
                               typing_.reset();
                               table_->setUnchecked();
                               emit targetsChanged();
                           }});
    problem_->say(Tone::err, messageText(first.message), more > 0 ? moreText(more) : QString(),
                  actions);
}

// A target counts when Tab leaves its field: of the last one Tab has left the page by the time the
// cards are there, and the button it led to cannot be pressed before one of them is chosen.
void TargetsPage::leadToModes() {
    if (!isAncestorOf(window()->focusWidget()))
        leadToMode();
}

void TargetsPage::leadToMode() {
    const auto focused = std::find_if(cards_.begin(), cards_.end(),
                                      [](const ChoiceCard* card) { return card->hasFocus(); });
    if (focused != cards_.end())
        return (*focused)->setChecked(true);
    for (ChoiceCard* card : cards_)
        if (card->isChecked())
            focusUnasked(*card);
}

void TargetsPage::showObstacles() {
    const bool appear = !asksForMode() && !check_.obstacles.empty();
    modes_->setVisible(!check_.obstacles.empty());
    delayRow_->setVisible(mode() == ScaleMode::reclaim);
    if (appear && typed_)
        leadToModes();
    if (check_.obstacles.empty())
        return obstacle_->say(Tone::warn, {});
    QStringList lines;
    QStringList whole;
    int workloads = 0;
    std::vector<std::string> quotas;
    for (const ScaleObstacle& each : check_.obstacles) {
        lines << obstacleText(each);
        whole << obstacleText(each, true);
        workloads += static_cast<int>(each.workloads.size());
        quotas.push_back(each.quota);
    }
    obstacle_->setToolTip(whole == lines && lines.size() <= kMostObstacles
                              ? QString()
                              : whole.join(QLatin1Char('\n')));
    if (const qsizetype more = lines.size() - kMostObstacles; more > 0)
        lines = lines.mid(0, kMostObstacles) << moreText(static_cast<int>(more));
    obstacle_->say(Tone::warn, lines.join(QLatin1Char('\n')), tr("Choose below what happens"));
    cards_[0]->setSentence(
        tr("No changes while %Ln workload(s) are in the way.", nullptr, workloads));
    const QString until = check_.drained ? tr("Done by %1.").arg(time_.clock(*check_.drained))
                                         : tr("The end is unknown.");
    // Others who wait and have a claim take it, whatever the mode (rule 14).
    cards_[1]->setSentence(check_.drained && *check_.drained <= check_.at
                               ? tr("No new workloads start in %1. Waiting workloads of other "
                                    "quotas reclaim the rest immediately.")
                                     .arg(someNames(quotas))
                               : tr("No new workloads start in %1 until usage fits the target. %2",
                                    "quotas, and when that is done")
                                     .arg(someNames(quotas), until));
    cards_[1]->setToolTip(check_.drainUnknown ? messageText(*check_.drainUnknown) : QString());
    cards_[2]->setSentence(tr("Evicts workloads above the target after the delay."));
}

}  // namespace apportion::ui
