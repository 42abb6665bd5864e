// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/new_pool/new_pool_dialog.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <QCheckBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/cluster/local/local_machine.h"
#include "core/plan/draft/quota_draft.h"
#include "core/view/view.h"
#include "ui/command_runner.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/texts.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/gpu_suffix.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kLabels = 140;
constexpr int kMostNodes = 100'000;
constexpr int kMostPerNode = 64;
constexpr std::array kFirstTeams{48, 80};  // GPUs, of 16 nodes of 8

NumberField* spin(int least, int most, int value, const QString& name, QWidget* parent) {
    auto* box = new NumberField(0, parent);
    box->setRange(least, most);
    box->setValue(value);
    box->setAccessibleName(name);
    box->setMinimumWidth(96);
    return box;
}

QLineEdit* field(const QString& text, const QString& name, QWidget* parent) {
    auto* edit = new QLineEdit(text, parent);
    edit->setAccessibleName(name);
    return edit;
}

QStringList mistakesOf(const std::vector<const NumberField*>& fields) {
    QStringList complaints;
    for (const NumberField* field : fields)
        if (field->isWrong())
            complaints << field->complaint();
    return complaints;
}

bool isOfNumbers(const NewPoolPlace& place) {
    return place.part == NewPoolPlace::Part::pool || place.part == NewPoolPlace::Part::teamGpu;
}

}  // namespace

NewPoolDialog::NewPoolDialog(QWidget* parent)
    : DialogFrame(Mode::rest, parent),
      machineCard_(new ChoiceCard(ChoiceCard::Mark::radio, {}, tr("Looking for its GPUs…"))),
      otherCard_(new ChoiceCard(ChoiceCard::Mark::radio, tr("Other nodes"),
                                tr("You enter their number and GPUs"))),
      name_(field(tr("Pool"), tr("Name of the pool"), this)),
      nodes_(spin(1, kMostNodes, 16, tr("Nodes"), this)),
      perNode_(spin(1, kMostPerNode, 8, tr("GPUs of a node"), this)),
      nodeName_(field(QStringLiteral("node"), tr("Name of the nodes"), this)),
      here_(new QCheckBox(this)),
      machine_(machineName()),
      type_(field({}, tr("GPU type"), this)),
      grid_(new QGridLayout),
      nameMistake_(new MistakeLine(this)),
      nodeNames_(new TextLabel({}, Type::second, Role::text2, this)),
      poolMistake_(new MistakeLine(this)),
      teamMistake_(new MistakeLine(this)),
      room_(new TextLabel({}, Type::body, Role::text2, this)),
      total_(new TextLabel({}, Type::second, Role::text2, this)) {
    setHeading(tr("New pool"), tr("Nodes, a root quota, and its teams"));
    type_->setPlaceholderText(tr("H100, or empty"));
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(10);
    grid_->setColumnMinimumWidth(0, kLabels);
    grid_->setColumnStretch(1, 1);
    int row = 0;
    const auto line = [&](const QString& label, QWidget* one, QWidget* two = nullptr) {
        auto* text = new TextLabel(label, Type::body, Role::text2, this);
        text->setBuddy(one);
        grid_->addWidget(text, row, 0);
        grid_->addWidget(one, row, 1);
        if (two)
            grid_->addWidget(two, row, 2);
        ++row;
    };
    const auto mistake = [&](MistakeLine* under) { grid_->addWidget(under, row++, 1, 1, 2); };
    line(tr("Name"), name_,
         new TextLabel(tr("also of the root quota"), Type::second, Role::text2, this));
    mistake(nameMistake_);
    grid_->addWidget(makeChoice(), row++, 0, 1, 3);
    line(tr("Nodes"), nodes_, total_);
    line(tr("GPUs of a node"), perNode_);
    line(tr("GPU type"), type_);
    line(tr("Node names"), nodeName_, nodeNames_);
    here_->setText(tr("One is this machine, %1").arg(qt(machine_)));
    here_->setToolTip(tr("Commands run only on a node that is this machine"));
    here_->setHidden(machine_.empty());
    grid_->addWidget(here_, row++, 1, 1, 2);
    mistake(poolMistake_);
    body()->addLayout(grid_);
    body()->addWidget(new TextLabel(tr("Teams"), Type::head, Role::text, this));
    auto* teams = new QGridLayout;
    teams->setHorizontalSpacing(8);
    teams->setVerticalSpacing(8);
    teams->setColumnMinimumWidth(0, kLabels);
    teams->setColumnStretch(1, 1);
    grid_ = teams;
    body()->addLayout(teams);
    body()->addWidget(teamMistake_);
    more_ = new QPushButton(tr("Another team"), this);
    more_->setAutoDefault(false);
    addTeam(tr("Team A"), kFirstTeams[0]);
    addTeam(tr("Team B"), kFirstTeams[1]);
    connect(more_, &QPushButton::clicked, this, [this] {
        addTeam(tr("Team %1").arg(QChar(QLatin1Char(static_cast<char>('A' + teams_.size())))), 0);
        teams_.back().name->setFocus();
        teams_.back().name->selectAll();
        check();
    });
    body()->addWidget(more_, 0, Qt::AlignLeft);
    body()->addWidget(room_);
    // What is spare for mistakes stands below all, so that no row moves up into it.
    body()->addStretch(1);
    addCancel();
    create_ = addPrimary(tr("Create…"));
    connect(create_, &QPushButton::clicked, this, &NewPoolDialog::create);
    // Of one node there is no other to be it. Whoever types 16 says 1 first, and did not tick it.
    connect(nodes_, &NumberField::valueChanged, this, [this](double nodes) {
        if (nodes == 1 && !machine_.empty() && !here_->isChecked()) {
            here_->setChecked(true);
            tickedForOne_ = true;
        } else if (nodes != 1 && std::exchange(tickedForOne_, false)) {
            here_->setChecked(false);
        }
    });
    connect(here_, &QCheckBox::clicked, this, [this] { tickedForOne_ = false; });
    connect(here_, &QCheckBox::toggled, this, &NewPoolDialog::edited);
    for (QLineEdit* edit : {nodeName_, type_})
        connect(edit, &QLineEdit::textChanged, this, &NewPoolDialog::edited);
    connect(name_, &QLineEdit::textChanged, this, &NewPoolDialog::check);
    for (NumberField* box : {nodes_, perNode_}) {
        connect(box, &NumberField::valueChanged, this, &NewPoolDialog::edited);
        connect(box, &NumberField::readableChanged, this, &NewPoolDialog::edited);
    }
    setOpeningWidth(560);
    check();
}

QWidget* NewPoolDialog::makeChoice() {
    auto* group = new QWidget(this);
    group->setAccessibleName(tr("Which nodes"));
    group->setHidden(machine_.empty());
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(machineCard_, 1);
    row->addWidget(otherCard_, 1);
    const QString title = tr("This machine, %1").arg(qt(machine_));
    machineCard_->setText(title);
    machineCard_->setAccessibleName(title);
    // What is found may take two lines, and the rows below stay where they are.
    constexpr int kCard = 250;
    machineCard_->setMinimumHeight(machineCard_->heightForWidth(kCard) +
                                   QFontMetrics(ui::font(Type::second)).lineSpacing());
    machineCard_->setEnabled(false);
    otherCard_->setChecked(true);
    connect(machineCard_, &QAbstractButton::clicked, this, &NewPoolDialog::useMachine);
    connect(otherCard_, &QAbstractButton::clicked, this, [this] { touched_ = true; });
    return group;
}

void NewPoolDialog::offer(const MachineGpus& gpus) {
    told_ = true;
    gpus_ = gpus;
    const bool any = gpus.count > 0 && gpus.count <= kMostPerNode;
    machineCard_->setEnabled(any);
    const bool failed = !gpus.obstacles.empty();
    const Message reason = failed ? gpus.obstacles.front().message : Message();
    const QString count = gpusText(Gpu{kOneGpu} * gpus.count);
    machineCard_->setSentence(reason.code == "nvml-missing"
                                  ? tr("No GPU was found: NVIDIA's driver is not installed.")
                              : failed ? tr("No GPU was found: its driver does not answer.")
                              : gpus.count == 0   ? tr("No GPU was found: its driver lists none.")
                              : gpus.type.empty() ? tr("%1 of several types").arg(count)
                                                  : tr("%1 of type %2").arg(count, qt(gpus.type)));
    machineCard_->setToolTip(failed ? messageText(reason) : QString());
    if (any && !touched_)
        useMachine();
    else
        check();
}

void NewPoolDialog::useMachine() {
    filling_ = true;
    const NewPool pool = onMachine(wanted(), machine_, gpus_);
    nodes_->setValue(pool.nodes);
    here_->setChecked(true);
    tickedForOne_ = false;
    perNode_->setValue(pool.gpusPerNode);
    type_->setText(qt(pool.gpuType));
    for (std::size_t i = 0; i < teams_.size(); ++i)
        teams_[i].gpu->setValue(static_cast<int>(pool.teams[i].gpu / kOneGpu));
    machineCard_->setChecked(true);
    filling_ = false;
    check();
}

void NewPoolDialog::edited() {
    if (!filling_) {
        touched_ = true;
        otherCard_->setChecked(true);
        divideAnew();
    }
    check();
}

// Teams that nobody has sized go with the pool.
void NewPoolDialog::divideAnew() {
    if (sized_ || teams_.size() != kFirstTeams.size())
        return;
    const std::vector<Gpu> sizes =
        divided(wanted(), std::vector<Gpu>(kFirstTeams.begin(), kFirstTeams.end()));
    filling_ = true;
    for (std::size_t i = 0; i < teams_.size(); ++i)
        teams_[i].gpu->setValue(static_cast<int>(sizes[i] / kOneGpu));
    filling_ = false;
}

void NewPoolDialog::addTeam(const QString& name, int gpu) {
    TeamRow team{new TextLabel({}, Type::body, Role::text2, this), field(name, {}, this),
                 spin(0, kMostNodes * kMostPerNode, gpu, {}, this),
                 new IconButton(Icon::close, tr("Remove this quota"), this)};
    keepGpuSuffix(team.gpu);
    team.label->setBuddy(team.name);
    teams_.push_back(team);
    arrangeTeams();
    connect(team.name, &QLineEdit::textChanged, this, &NewPoolDialog::check);
    const auto sized = [this] {
        touched_ = touched_ || !filling_;
        sized_ = sized_ || !filling_;
        check();
    };
    connect(team.gpu, &NumberField::valueChanged, this, sized);
    connect(team.gpu, &NumberField::readableChanged, this, sized);
    connect(
        team.remove, &QAbstractButton::clicked, this,
        [this, edit = team.name] { removeTeam(edit); }, Qt::QueuedConnection);
}

void NewPoolDialog::removeTeam(const QLineEdit* name) {
    const auto found = std::find_if(teams_.begin(), teams_.end(),
                                    [name](const TeamRow& team) { return team.name == name; });
    if (found == teams_.end())
        return;
    const auto next = static_cast<std::size_t>(found - teams_.begin());
    for (QWidget* part :
         std::initializer_list<QWidget*>{found->label, found->name, found->gpu, found->remove}) {
        part->hide();
        part->deleteLater();
    }
    teams_.erase(found);
    arrangeTeams();
    QWidget* after = next < teams_.size() ? static_cast<QWidget*>(teams_[next].remove) : more_;
    after->setFocus(Qt::OtherFocusReason);
    check();
}

void NewPoolDialog::arrangeTeams() {
    QWidget* before = here_;
    for (std::size_t i = 0; i < teams_.size(); ++i) {
        const TeamRow& team = teams_[i];
        const int row = static_cast<int>(i);
        team.label->setText(tr("Quota %1").arg(row + 1));
        team.name->setAccessibleName(tr("Name of quota %1").arg(row + 1));
        team.gpu->setAccessibleName(tr("GPUs of quota %1").arg(row + 1));
        team.remove->setAccessibleName(tr("Remove quota %1").arg(row + 1));
        int column = 0;
        for (QWidget* part :
             std::initializer_list<QWidget*>{team.label, team.name, team.gpu, team.remove})
            grid_->addWidget(part, row, column++);
        for (QWidget* part : std::initializer_list<QWidget*>{team.name, team.gpu, team.remove}) {
            setTabOrder(before, part);
            before = part;
        }
    }
    setTabOrder(before, more_);
}

NewPool NewPoolDialog::wanted() const {
    NewPool pool;
    pool.name = name_->text().trimmed().toStdString();
    pool.root = pool.name;
    pool.nodes = static_cast<int>(nodes_->value());
    pool.gpusPerNode = static_cast<int>(perNode_->value());
    pool.nodeName = nodeName_->text().trimmed().toStdString();
    if (here_->isChecked())
        pool.here = machine_;
    pool.gpuType = type_->text().trimmed().toStdString();
    for (const TeamRow& team : teams_)
        pool.teams.push_back({team.name->text().trimmed().toStdString(),
                              Gpu{kOneGpu} * std::llround(team.gpu->value())});
    return pool;
}

void NewPoolDialog::check() {
    if (filling_)
        return;
    const NewPool pool = wanted();
    Mistakes mistakes{{}, mistakesOf({nodes_, perNode_}), {}};
    for (const TeamRow& team : teams_)
        mistakes.ofTeams << mistakesOf({team.gpu});
    const bool readable = NumberField::allReadable(*this);
    showNumbers(pool, nodes_->isReadable() && perNode_->isReadable(), readable);
    const auto made = poolOf(pool);
    Problems problems = made ? Problems() : made.error();
    // What would follow from the last numbers that could be read is not said.
    if (!readable)
        std::erase_if(problems,
                      [&](const Problem& problem) { return isOfNumbers(placeOf(pool, problem)); });
    create_->setEnabled(made.has_value() && readable);
    mark(pool, problems, mistakes);
    const auto more = told_ ? moreThanFound(pool, gpus_) : std::nullopt;
    if (const int count = mistakes.count(); count > 0)
        setConsequence(tr("%Ln problem(s) to fix", nullptr, count), Tone::err);
    else if (more)
        setConsequence(messageText(*more), Tone::warn);
    else
        setConsequence(tr("One file. Nothing runs before it goes live."));
}

void NewPoolDialog::showNumbers(const NewPool& pool, bool nodesReadable, bool readable) {
    const int others = pool.nodes - (pool.here.empty() ? 0 : 1);
    nodeName_->setEnabled(others > 0);
    total_->setText(
        nodesReadable
            ? tr("%1 in total").arg(gpusText(Gpu{kOneGpu} * pool.nodes * pool.gpusPerNode))
            : QString());
    nodeNames_->setText(
        nodesReadable && others > 1
            ? tr("%1-1 to %1-%2", "names of nodes").arg(qt(pool.nodeName)).arg(others)
            : QString());
    const Gpu left = unassignedOf(pool);
    room_->setRole(left < 0 ? Role::err : Role::text2);
    if (!readable)
        room_->setText({});
    else
        room_->setText(
            left == 0  ? tr("All GPUs are guaranteed to these teams.")
            : left < 0 ? tr("%1 more guaranteed than the nodes have: lower a team, or add nodes")
                             .arg(gpusText(-left))
                       : tr("%1 unassigned: teams can borrow them").arg(gpusText(left)));
}

// All that is wrong is told under the rows that it is about, and counted as it is told.
void NewPoolDialog::mark(const NewPool& pool, const Problems& problems, Mistakes& mistakes) {
    using Part = NewPoolPlace::Part;
    std::vector<QWidget*> wrong;
    const auto say = [](QStringList& sentences, const QString& sentence) {
        if (!sentences.contains(sentence))
            sentences << sentence;
    };
    for (const Problem& problem : problems) {
        const NewPoolPlace place = placeOf(pool, problem);
        if (place.part == Part::teamGpu) {
            // All of them together: the line of what is left says it.
            mistakes.promised = true;
            for (const TeamRow& team : teams_)
                if (team.gpu->value() > 0)
                    wrong.push_back(team.gpu);
            continue;
        }
        if (place.part == Part::name)
            wrong.push_back(name_);
        if (place.part == Part::gpuType)
            wrong.push_back(type_);
        if (place.part == Part::nodeName)
            wrong.push_back(nodeName_);
        if (place.part == Part::teamName)
            wrong.push_back(teams_[place.team].name);
        // The other one that bears the name may be the pool.
        if (place.part == Part::teamName && pool.teams[place.team].name == pool.root) {
            wrong.push_back(name_);
            say(mistakes.ofName, tr("A team is also called %1. The root quota needs another name.")
                                     .arg(qt(pool.root)));
            continue;
        }
        say(place.part == Part::name       ? mistakes.ofName
            : place.part == Part::teamName ? mistakes.ofTeams
                                           : mistakes.ofPool,
            refusalText({problem}));
    }
    nameMistake_->say(mistakes.ofName.join(QLatin1Char('\n')));
    poolMistake_->say(mistakes.ofPool.join(QLatin1Char('\n')));
    teamMistake_->say(mistakes.ofTeams.join(QLatin1Char('\n')));
    std::vector<QWidget*> fields{name_, nodeName_, type_};
    for (const TeamRow& team : teams_)
        fields.insert(fields.end(), {team.name, team.gpu});
    for (QWidget* field : fields) {
        const auto* number = qobject_cast<NumberField*>(field);
        const bool isWrong = (number != nullptr && number->isWrong()) ||
                             std::find(wrong.begin(), wrong.end(), field) != wrong.end();
        field->setProperty("error", isWrong);
        field->update();
    }
}

void NewPoolDialog::create() {
    // It stays until the file is there: whoever leaves the choice of a place comes back to it.
    if (const auto made = poolOf(wanted()))
        emit wantedPool(*made);
}

}  // namespace apportion::ui
