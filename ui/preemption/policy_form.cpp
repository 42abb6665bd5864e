// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/policy_form.h"

#include <algorithm>

#include <QBoxLayout>
#include <QButtonGroup>
#include <QCheckBox>
#include <QGridLayout>
#include <QRadioButton>

#include "ui/module_code.h"
#include "ui/preemption/policy_texts.h"
#include "ui/preemption/priority_field.h"
#include "ui/preemption/problem_line.h"
#include "ui/texts.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/module_icon.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr auto Low = PriorityStrip::Low;
constexpr auto High = PriorityStrip::High;

// All that is wrong in one place, and what mends the first of it that can be mended.
struct Told {
    QStringList sentences;
    std::vector<PolicyRepair> repairs;

    void add(const PolicyProblem& problem) {
        const QString sentence = messageText(problem.message);
        if (sentences.contains(sentence))
            return;
        sentences << sentence;
        if (repairs.empty())
            repairs = problem.repairs;
    }
};

// What the strip can draw of what is written.
PriorityRange drawable(PriorityRange range) {
    const int from = std::clamp(range.from, kLowestPriority, kHighestPriority);
    const int to = std::clamp(range.to, kLowestPriority, kHighestPriority);
    return {std::min(from, to), std::max(from, to)};
}

}  // namespace

PolicyForm::PolicyForm(PreemptionLevel level, QWidget* parent)
    : QWidget(parent),
      level_(level),
      strip_(nullptr),
      bandProblem_(nullptr),
      moduleProblem_(nullptr) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    buildBands(column);
    buildModules(column);
    if (level == PreemptionLevel::self)
        buildScope(column);
}

PriorityField* PolicyForm::addField(PriorityStrip::Band band, const QString& title,
                                    const QString& caption) {
    auto* field = new PriorityField(
        title, caption, band == High ? PriorityField::Grows::up : PriorityField::Grows::down, this);
    fields_[band] = field;
    connect(field, &PriorityField::rangeChanged, this, [this, band](PriorityRange range) {
        strip_->setBand(band, drawable(range));
        edited();
    });
    connect(field, &PriorityField::singleChanged, this,
            [this, band](bool single) { strip_->setSingle(band, single); });
    connect(field, &PriorityField::readableChanged, this, [this, band, field] {
        strip_->setKnown(band, field->isReadable());
        edited();
    });
    return field;
}

void PolicyForm::buildBands(QVBoxLayout* column) {
    const bool self = level_ == PreemptionLevel::self;
    auto* row = new QHBoxLayout;
    row->setSpacing(20);
    if (self) {
        row->addWidget(addField(High, tr("High priority"), tr("can evict", "priorities")), 1);
        row->addWidget(
            addField(Low, tr("Low preemption priority"), tr("can be evicted", "priorities")), 1);
    } else {
        row->addWidget(
            addField(Low, tr("Preemptible priority"), tr("can be evicted", "priorities")));
        auto* hint =
            new TextLabel(tr("workloads below this quota that can be evicted · 9 is highest"),
                          Type::second, Role::text2, this);
        hint->setAlignment(Qt::AlignRight | Qt::AlignTop);
        hint->setWordWrap(true);
        row->addWidget(hint, 1);
    }
    column->addLayout(row);
    column->addSpacing(4);
    strip_ = new PriorityStrip(self, this);
    connect(strip_, &PriorityStrip::bandChanged, this,
            [this](PriorityStrip::Band band, PriorityRange range) {
                fields_[band]->setRange(range);
                edited();
            });
    column->addWidget(strip_);
    column->addSpacing(4);
    bandProblem_ = new ProblemLine(this);
    connect(bandProblem_, &ProblemLine::repairChosen, this,
            [this](const PreemptionChoice& choice) { emit repairChosen(choice); });
    connect(bandProblem_, &ProblemLine::mended, this, [this] { fields_[Low]->setFocus(); });
    column->addWidget(bandProblem_);
    column->addSpacing(8);
}

void PolicyForm::buildModules(QVBoxLayout* column) {
    column->addWidget(new TextLabel(tr("Preemptible modules"), Type::head, Role::text, this));
    column->addSpacing(4);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    for (std::size_t i = 0; i < kModules; ++i) {
        const auto module = static_cast<Module>(i);
        modules_[i] = new ChoiceCard(ChoiceCard::Mark::check, moduleTitle(module),
                                     moduleCode(module), moduleIcon(module), this);
        connect(modules_[i], &QAbstractButton::toggled, this, &PolicyForm::edited);
        row->addWidget(modules_[i], 1);
    }
    column->addLayout(row);
    moduleProblem_ = new ProblemLine(this);
    moduleProblem_->hide();
    connect(moduleProblem_, &ProblemLine::repairChosen, this,
            [this](const PreemptionChoice& choice) { emit repairChosen(choice); });
    connect(moduleProblem_, &ProblemLine::mended, this, [this] { modules_.front()->setFocus(); });
    column->addWidget(moduleProblem_);
}

void PolicyForm::buildScope(QVBoxLayout* column) {
    column->addSpacing(8);
    column->addWidget(new TextLabel(tr("Scope"), Type::head, Role::text, this));
    column->addSpacing(4);
    scope_ = new QButtonGroup(this);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(2);
    const std::array names{tr("This quota"), tr("Siblings"), tr("Both")};
    for (int i = 0; i < 3; ++i) {
        auto* radio = new QRadioButton(names[static_cast<std::size_t>(i)], this);
        scope_->addButton(radio, i);
        grid->addWidget(radio, 0, i);
    }
    ownHint_ = new TextLabel({}, Type::second, Role::text2, this);
    siblingHint_ = new TextLabel({}, Type::second, Role::text2, this);
    for (auto [hint, at] : {std::pair(ownHint_, 0), std::pair(siblingHint_, 1)}) {
        hint->setContentsMargins(24, 0, 0, 0);
        grid->addWidget(hint, 1, at);
    }
    guaranteed_ = new QCheckBox(tr("Can evict within the guarantee of siblings"), this);
    grid->setColumnStretch(3, 1);
    grid->addWidget(guaranteed_, 0, 4);
    column->addLayout(grid);
    const auto take = [this] {
        showScope();
        edited();
    };
    connect(scope_, &QButtonGroup::idToggled, this, [take](int, bool on) {
        if (on)
            take();
    });
    connect(guaranteed_, &QCheckBox::toggled, this, take);
}

void PolicyForm::showScope() {
    const bool alone = scope_->checkedId() == static_cast<int>(PreemptionScope::quota);
    guaranteed_->setEnabled(!alone);
    guaranteed_->setToolTip(alone ? tr("Only for a scope with siblings")
                                  : tr("Otherwise only what siblings borrow"));
    siblingHint_->setText(guaranteed_->isChecked() ? tr("guaranteed GPUs included")
                                                   : tr("only what they borrow"));
}

// Nothing has to be asked for that.
void PolicyForm::tellUnreadable() {
    QStringList complaints;
    for (const auto field : {High, Low})
        if (fields_[field] && fields_[field]->isWrong())
            complaints << fields_[field]->complaint();
    bandProblem_->say(complaints.join(QLatin1Char('\n')));
}

void PolicyForm::edited() {
    if (!isReadable())
        tellUnreadable();
    if (!setting_)
        emit changed();
}

void PolicyForm::setChoice(const PreemptionChoice& choice) {
    setting_ = true;
    const auto show = [this](PriorityStrip::Band band, PriorityRange range) {
        strip_->setSingle(band, false);
        fields_[band]->begin(range);
        strip_->setBand(band, drawable(range));
        strip_->setSingle(band, fields_[band]->isSingle());
    };
    ModuleSet modules;
    if (const auto* self = std::get_if<0>(&choice); self && *self) {
        show(High, (*self)->high);
        show(Low, (*self)->low);
        modules = (*self)->modules;
        scope_->button(static_cast<int>((*self)->scope))->setChecked(true);
        guaranteed_->setChecked((*self)->mayTakeGuaranteed);
        showScope();
    } else if (const auto* child = std::get_if<1>(&choice); child && *child) {
        show(Low, (*child)->priorities);
        modules = (*child)->modules;
    }
    for (std::size_t i = 0; i < kModules; ++i)
        modules_[i]->setChecked(modules.test(i));
    setting_ = false;
}

PreemptionChoice PolicyForm::choice() const {
    ModuleSet modules;
    for (std::size_t i = 0; i < kModules; ++i)
        modules.set(i, modules_[i]->isChecked());
    if (level_ == PreemptionLevel::child)
        return ChildPreemption{fields_[Low]->range(), modules};
    SelfPreemption policy;
    policy.high = fields_[High]->range();
    policy.low = fields_[Low]->range();
    policy.modules = modules;
    policy.scope = static_cast<PreemptionScope>(scope_->checkedId());
    policy.mayTakeGuaranteed = guaranteed_->isChecked();
    return policy;
}

bool PolicyForm::isReadable() const {
    return std::all_of(fields_.begin(), fields_.end(), [](const PriorityField* field) {
        return field == nullptr || field->isReadable();
    });
}

int PolicyForm::unreadable() const {
    return static_cast<int>(
        std::count_if(fields_.begin(), fields_.end(),
                      [](const PriorityField* field) { return field && field->isWrong(); }));
}

void PolicyForm::setProblems(const std::vector<PolicyProblem>& problems) {
    using Place = PolicyProblem::Place;
    // Said once at the end: what stays as it is keeps its buttons, and the focus on them.
    Told ofBands;
    Told ofModules;
    std::array<bool, 2> wrong{};
    for (const PolicyProblem& problem : problems) {
        if (problem.place == Place::modules) {
            ofModules.add(problem);
            continue;
        }
        // Of what was written before, while something cannot be read.
        if (!isReadable())
            continue;
        ofBands.add(problem);
        if (problem.place == Place::high && fields_[High])
            wrong[High] = true;
        else if (problem.place != Place::policy)
            wrong[Low] = true;
    }
    for (const auto field : {High, Low})
        if (fields_[field])
            fields_[field]->setError(wrong[field]);
    modulesWrong_ = static_cast<int>(ofModules.sentences.size());
    bandsWrong_ = static_cast<int>(ofBands.sentences.size());
    moduleProblem_->say(ofModules.sentences.join(QLatin1Char('\n')), ofModules.repairs);
    moduleProblem_->setVisible(modulesWrong_ > 0);
    if (!isReadable())
        tellUnreadable();
    else
        bandProblem_->say(ofBands.sentences.join(QLatin1Char('\n')), ofBands.repairs);
}

void PolicyForm::setUses(const std::array<ModuleUse, kModules>& uses, bool resting) {
    for (std::size_t i = 0; i < kModules; ++i)
        modules_[i]->setSentence(moduleUseText(static_cast<Module>(i), uses[i], resting));
}

void PolicyForm::setGuaranteed(Gpu guaranteed) {
    if (ownHint_)
        ownHint_->setText(gpusText(guaranteed));
}

}  // namespace apportion::ui
