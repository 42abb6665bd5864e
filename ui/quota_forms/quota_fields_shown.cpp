// SPDX-License-Identifier: GPL-3.0-or-later
// What the check of a draft, and the quota that is there, say beside the fields.
#include <algorithm>
#include <utility>

#include <QBoxLayout>
#include <QComboBox>
#include <QPushButton>

#include "ui/priorities_text.h"
#include "ui/quota_forms/amount_field.h"
#include "ui/quota_forms/quota_fields.h"
#include "ui/quota_forms/room_bar.h"
#include "ui/texts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

// Hours of a period, of which a month has a twelfth of a year.
std::int64_t hoursOf(BudgetPeriod period) {
    return period == BudgetPeriod::week ? 168 : period == BudgetPeriod::month ? 730 : 2190;
}

}  // namespace

void QuotaFields::showCheck(const QuotaDraft& draft, const QuotaDraftCheck& check,
                            const View& view) {
    filling_ = true;
    alignAmounts(view.key.capacity);
    showRoom(draft, check, view);
    amount(QuotaField::limit)->setAutomatic(check.inheritedLimit);
    parts_[QuotaField::limit].hint->setText(
        draft.policy.limit.gpu  ? tr("of %1 above").arg(gpuNumber(check.inheritedLimit))
        : check.limitOf.empty() ? tr("up to all its nodes")
                                : tr("up to that of %1").arg(qt(check.limitOf)));
    amount(QuotaField::weight)->setAutomatic(draft.guaranteed);
    amount(QuotaField::lend)->setAutomatic(draft.guaranteed);
    const bool borrows = draft.policy.overQuota == OverQuota::on;
    parts_[QuotaField::weight].hint->setText(
        !borrows            ? tr("no surplus without borrowing")
        : check.weight == 0 ? tr("only unclaimed surplus")
        : check.weight == check.weights
            ? tr("all of its rank's surplus")
            : tr("%1 of surplus", "a percentage").arg(percent(check.weight, check.weights)));
    const auto& lend = draft.policy.lend;
    parts_[QuotaField::lend].hint->setText(draft.guaranteed == 0 ? tr("nothing to lend")
                                           : !lend || *lend >= draft.guaranteed
                                               ? tr("all of it while idle")
                                           : *lend == 0 ? tr("nothing, even while idle")
                                                        : tr("at most, while idle"));
    const auto& budget = draft.policy.budget;
    parts_[QuotaField::budget].hint->setText(
        budget ? tr("about %1 at an even pace")
                     .arg(gpusText(budget->gpuHours / hoursOf(budget->period)))
               : tr("for reports, limits nothing"));
    if (workspace_ != nullptr)
        showWorkspaces(draft, check);
    if (nodes_ != nullptr)
        showNodes(draft, check);
    alignHalves();
    filling_ = false;
}

void QuotaFields::showRoom(const QuotaDraft& draft, const QuotaDraftCheck& check,
                           const View& view) {
    std::vector<int> colours;
    colours.reserve(check.room.parts.size());
    const auto colourOf = [&](const std::string& quota) {
        const auto row = std::find_if(view.quotas.begin(), view.quotas.end(),
                                      [&](const QuotaRow& each) { return each.name == quota; });
        return row == view.quotas.end() ? -1 : row->colour;
    };
    for (const QuotaRoom::Part& part : check.room.parts)
        colours.push_back(colourOf(part.quota));
    int own = static_cast<int>(view.teams.size());
    if (!isNew())
        own = colourOf(draft.edits.front());
    else
        for (const QuotaRow& row : view.quotas)
            if (row.name == draft.parent && row.depth > 0)
                own = row.colour;
    room_->setRoom(check.room, std::move(colours), own, qt(draft.name));
}

void QuotaFields::showWorkspaces(const QuotaDraft& draft, const QuotaDraftCheck& check) {
    QStringList names;
    for (const std::string& name : check.workspaces)
        names << qt(name);
    const QString fresh = qt(draft.name);
    const QString chosen = workspace_->currentData().toString();
    const bool wasNew = workspace_->currentIndex() > 0 &&
                        workspace_->currentIndex() == workspace_->count() - 1 &&
                        workspace_->currentText() != chosen;
    workspace_->clear();
    workspace_->addItem(tr("None", "no workspace"), QString());
    for (const QString& name : names)
        workspace_->addItem(name, name);
    if (!fresh.isEmpty() && !names.contains(fresh))
        workspace_->addItem(tr("%1 (new)", "a new workspace").arg(fresh), fresh);
    const int kept = wasNew ? workspace_->count() - 1 : workspace_->findData(chosen);
    workspace_->setCurrentIndex(std::max(0, kept));
}

void QuotaFields::showNodes(const QuotaDraft& draft, const QuotaDraftCheck& check) {
    if (selectors_.empty()) {
        selectors_.emplace_back();
        nodes_->addItem(tr("All without another root"));
        for (const NodeChoice& choice : check.choices) {
            const QString what = choice.selector.gpuType
                                     ? qt(*choice.selector.gpuType)
                                     : tr("%1 = %2", "a label of nodes")
                                           .arg(qt(choice.selector.labels.begin()->first),
                                                qt(choice.selector.labels.begin()->second));
            nodes_->addItem(
                tr("%1 · %2, %3", "nodes of a kind, how many, their GPUs")
                    .arg(what, tr("%Ln node(s)", nullptr, choice.nodes), gpusText(choice.gpu)));
            selectors_.emplace_back(choice.selector);
        }
    }
    auto at = std::find(selectors_.begin(), selectors_.end(), draft.policy.nodes);
    if (at == selectors_.end()) {
        nodes_->addItem(tr("The same as another root"));
        at = selectors_.insert(selectors_.end(), draft.policy.nodes);
    }
    nodes_->setCurrentIndex(static_cast<int>(at - selectors_.begin()));
    nodesHint_->setText(
        tr("%1 with %2", "how many nodes, their GPUs")
            .arg(tr("%Ln node(s)", nullptr, check.nodes.nodes), gpusText(check.nodes.gpu)));
}

void QuotaFields::showChanges(const std::vector<QuotaDraft>& before,
                              const std::vector<QuotaField>& changed,
                              const std::vector<QuotaField>& mixed) {
    const auto isIn = [](const std::vector<QuotaField>& fields, QuotaField id) {
        return std::find(fields.begin(), fields.end(), id) != fields.end();
    };
    for (const auto& [id, part] : parts_) {
        const bool changes = isIn(changed, id);
        mark(part.field, "changed", changes);
        if (part.was == nullptr || before.empty())
            continue;
        const QString was = isIn(mixed, id) ? mixedText() : fieldText(id, before.front());
        part.was->setText(changes || !isIn(mixed, id) ? tr("was %1").arg(was) : was);
        part.was->setVisible(changes || isIn(mixed, id));
        part.was->setEnabled(changes);
        if (part.hint != nullptr)
            part.hint->setVisible(!changes);
    }
    alignHalves();
}

void QuotaFields::showTies(const View& view, const QuotaRow& row) {
    bool any = false;
    for (const WorkspaceRow& each : view.workspaces) {
        const auto& quotas = each.spec.quotas;
        if (std::find(quotas.begin(), quotas.end(), row.name) == quotas.end())
            continue;
        any = true;
        const QString name = qt(each.spec.name);
        auto* link = new QPushButton(icon(Icon::users), name);
        link->setProperty("compact", true);
        link->setAutoDefault(false);
        link->setToolTip(tr("Edit the quotas of %1…").arg(name));
        link->setEnabled(each.ties);
        connect(link, &QPushButton::clicked, this, [this, name] { emit workspaceWanted(name); });
        ties_->addWidget(link);
    }
    if (!any)
        ties_->addWidget(new TextLabel(tr("None", "no workspace"), Type::body, Role::text2));
    ties_->addStretch();
    const auto& self = row.policy.selfPreemption;
    const auto& child = row.policy.childPreemption;
    selfText_->setText(self ? tr("On: priority %1 can evict %2: %3", "priorities, modules")
                                  .arg(prioritiesText(self->high), prioritiesText(self->low),
                                       modulesText(self->modules))
                            : tr("Off"));
    childText_->setText(
        child ? tr("On: priority %1 of its children can be evicted: %2", "priorities, modules")
                    .arg(prioritiesText(child->priorities), modulesText(child->modules))
              : tr("Off"));
}

}  // namespace apportion::ui
