// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/caps_dialog.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QPushButton>

#include "core/plan/draft/quota_draft.h"
#include "core/plan/draft/workspace_request.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/texts.h"
#include "ui/widgets/gpu_suffix.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/text_label.h"
#include "ui/workspaces/workspace_texts.h"

namespace apportion::ui {

namespace {

constexpr double kMostGpus = 1'000'000;

NumberField* priorityField(int value, QWidget* parent) {
    auto* box = new NumberField(0, parent);
    box->setRange(kLowestPriority, kHighestPriority);
    box->setValue(value);
    return box;
}

}  // namespace

std::vector<QWidget*> CapsDialog::Line::parts() const {
    std::vector<QWidget*> all{subject, from, dash, to};
    all.insert(all.end(), modules.begin(), modules.end());
    all.insert(all.end(), {gpu, remove});
    return all;
}

CapsDialog::CapsDialog(SessionBridge& bridge, CommandRunner& runner, const WorkspaceRow& workspace,
                       QWidget* parent)
    : WorkspaceForm(bridge, runner, parent),
      workspace_(workspace.spec.name),
      before_(workspace.spec.caps),
      grid_(new QGridLayout),
      nothing_(new TextLabel(tr("No user caps."), Type::body, Role::text2, this)),
      more_(new QPushButton(this)) {
    setOpeningWidth(860);
    setHeading(tr("Caps of %1").arg(qt(workspace_)),
               tr("most GPUs in use by each user; the lowest cap counts"));
    subjects_ = {{}, {MemberRole::admin, {}}, {MemberRole::member, {}}, {MemberRole::viewer, {}}};
    for (const std::string& user : knownUsers(*bridge.view()))
        subjects_.push_back({{}, user});
    for (const Cap& cap : before_)
        if (const Subject subject{cap.role, cap.user};
            std::find(subjects_.begin(), subjects_.end(), subject) == subjects_.end())
            subjects_.push_back(subject);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(8);
    grid_->setColumnStretch(0, 1);
    body()->addWidget(nothing_);
    body()->addLayout(grid_);
    more_->setAutoDefault(false);
    more_->setIcon(icon(Icon::plus));
    body()->addWidget(more_, 0, Qt::AlignLeft);
    auto* note = new TextLabel(
        tr("Caps never evict workloads. A cap of 0 rejects matching workloads. Rule 24"),
        Type::second, Role::text2, this);
    note->setWordWrap(true);
    body()->addWidget(note);
    body()->addStretch(1);
    for (const Cap& cap : before_)
        add(cap);
    arrange();
    connect(more_, &QPushButton::clicked, this, [this] {
        Cap cap;
        cap.role = MemberRole::member;
        cap.gpu = 8 * kOneGpu;
        add(cap);
        arrange();
        lines_.back().subject->setFocus();
        changed();
    });
    addButtons(tr("Set"));
}

void CapsDialog::add(const Cap& cap) {
    Line line{};
    line.subject = new QComboBox(this);
    for (const Subject& subject : subjects_) {
        Cap words;
        words.role = subject.role;
        words.user = subject.user;
        line.subject->addItem(capSubjectText(words));
    }
    line.subject->setCurrentIndex(static_cast<int>(
        std::find(subjects_.begin(), subjects_.end(), Subject{cap.role, cap.user}) -
        subjects_.begin()));
    const PriorityRange range =
        cap.priorities.value_or(PriorityRange{kLowestPriority, kHighestPriority});
    line.from = priorityField(range.from, this);
    line.dash = new TextLabel(QString(QChar(0x2013)), Type::body, Role::text2, this);
    line.to = priorityField(range.to, this);
    for (std::size_t module = 0; module < line.modules.size(); ++module) {
        auto* box = new QCheckBox(moduleText(static_cast<Module>(module)), this);
        box->setChecked(!cap.modules || cap.modules->test(module));
        connect(box, &QCheckBox::toggled, this, [this] { changed(); });
        line.modules[module] = box;
    }
    line.gpu = new NumberField(2, this);
    line.gpu->setRange(0, kMostGpus);
    line.gpu->setValue(static_cast<double>(cap.gpu) / kOneGpu);
    keepGpuSuffix(line.gpu);
    line.remove = new IconButton(Icon::close, tr("Take this cap out"), this);
    line.mistakes = new MistakeLine(this);
    connect(line.subject, &QComboBox::currentIndexChanged, this, [this] { changed(); });
    for (NumberField* box : {line.from, line.to, line.gpu}) {
        connect(box, &NumberField::valueChanged, this, [this] { changed(); });
        connect(box, &NumberField::readableChanged, this, [this] { changed(); });
    }
    connect(
        line.remove, &QAbstractButton::clicked, this,
        [this, which = line.remove] { remove(which); }, Qt::QueuedConnection);
    lines_.push_back(line);
}

void CapsDialog::remove(const IconButton* which) {
    const auto found = std::find_if(lines_.begin(), lines_.end(),
                                    [which](const Line& line) { return line.remove == which; });
    if (found == lines_.end())
        return;
    const auto next = static_cast<std::size_t>(found - lines_.begin());
    std::vector<QWidget*> parts = found->parts();
    parts.push_back(found->mistakes);
    for (QWidget* part : parts) {
        part->hide();
        part->deleteLater();
    }
    lines_.erase(found);
    arrange();
    QWidget* after = next < lines_.size() ? static_cast<QWidget*>(lines_[next].remove) : more_;
    after->setFocus(Qt::OtherFocusReason);
    changed();
}

void CapsDialog::arrange() {
    nothing_->setVisible(lines_.empty());
    more_->setText(lines_.empty() ? tr("A cap") : tr("Another cap"));
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const Line& line = lines_[i];
        const int number = static_cast<int>(i) + 1;
        line.subject->setAccessibleName(tr("Users of cap %1").arg(number));
        line.from->setAccessibleName(tr("Lowest priority of cap %1").arg(number));
        line.to->setAccessibleName(tr("Highest priority of cap %1").arg(number));
        line.gpu->setAccessibleName(tr("GPUs of cap %1").arg(number));
        line.remove->setAccessibleName(tr("Take cap %1 out").arg(number));
        int column = 0;
        for (QWidget* part : line.parts())
            grid_->addWidget(part, 2 * number, column++);
        grid_->addWidget(line.mistakes, 2 * number + 1, 0, 1, column);
    }
}

Cap CapsDialog::capOf(const Line& line) const {
    const Subject& subject = subjects_[static_cast<std::size_t>(line.subject->currentIndex())];
    Cap cap;
    cap.role = subject.role;
    cap.user = subject.user;
    if (line.from->value() != kLowestPriority || line.to->value() != kHighestPriority)
        cap.priorities =
            PriorityRange{static_cast<int>(line.from->value()), static_cast<int>(line.to->value())};
    ModuleSet modules;
    for (std::size_t module = 0; module < line.modules.size(); ++module)
        modules.set(module, line.modules[module]->isChecked());
    if (!modules.all())
        cap.modules = modules;
    cap.gpu = std::llround(line.gpu->value() * kOneGpu);
    return cap;
}

std::vector<Cap> CapsDialog::caps() const {
    std::vector<Cap> all;
    for (const Line& line : lines_)
        all.push_back(capOf(line));
    return all;
}

Change CapsDialog::change() const {
    return SetCaps{workspace_, caps()};
}

QString CapsDialog::missing() const {
    const bool same = caps() == before_ && NumberField::allReadable(*this);
    return same ? tr("No changes.") : QString();
}

bool CapsDialog::mark(const Problems& problems) {
    std::vector<QStringList> said(lines_.size());
    std::vector<std::set<std::string>> parts(lines_.size());
    for (std::size_t i = 0; i < lines_.size(); ++i)
        for (const NumberField* box : {lines_[i].from, lines_[i].to, lines_[i].gpu})
            if (box->isWrong())
                said[i] << box->complaint();
    bool all = true;
    for (const Problem& problem : problems) {
        const auto at = refusedCap(problem);
        if (!at || at->cap >= lines_.size()) {
            all = false;
            continue;
        }
        said[at->cap] << refusalText({problem});
        parts[at->cap].insert(at->part);
    }
    const auto setWrong = [](QWidget* field, bool wrong) {
        field->setProperty("error", wrong);
        field->update();
    };
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const Line& line = lines_[i];
        for (NumberField* box : {line.from, line.to})
            setWrong(box, parts[i].contains("priorities") || box->isWrong());
        setWrong(line.gpu, parts[i].contains("gpu") || line.gpu->isWrong());
        line.mistakes->say(said[i].join(QLatin1Char('\n')));
    }
    return all;
}

}  // namespace apportion::ui
