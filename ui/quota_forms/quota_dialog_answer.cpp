// SPDX-License-Identifier: GPL-3.0-or-later
// What the session answers to the form of a new quota, put where it belongs.
#include <algorithm>

#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <QPushButton>

#include "core/view/view.h"
#include "ui/bold_message.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/quota_forms/amount_field.h"
#include "ui/quota_forms/quota_dialog.h"
#include "ui/quota_forms/room_bar.h"
#include "ui/texts.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/sentence_box.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

using Place = QuotaDraftProblem::Place;
using Kind = QuotaRepair::Kind;

void QuotaDialog::showCheck(const QuotaDraftCheck& check) {
    filling_ = true;
    const auto preset = presetOf(draft_);
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        const bool chosen = preset && static_cast<std::size_t>(*preset) == i;
        cards_[i]->setAutoExclusive(false);
        cards_[i]->setChecked(chosen);
    }
    for (ChoiceCard* card : cards_)
        card->setAutoExclusive(preset.has_value());
    showRoom(check);
    showHints(check);
    showWorkspaces(check);
    if (nodes_)
        showNodes(check);
    showProblems(check);
    RichText sentences;
    for (const Message& sentence : check.sentences) {
        std::vector<std::string_view> names;
        for (const Argument& argument : sentence.arguments)
            names.push_back(argument.name);
        sentences += sentences.isEmpty() ? RichText() : RichText(QStringLiteral(" "));
        sentences += boldMessage(sentence, names);
    }
    reads_->read(sentences.isEmpty() ? unreadText() : sentences);
    filling_ = false;
}

void QuotaDialog::showRoom(const QuotaDraftCheck& check) {
    std::vector<int> colours;
    colours.reserve(check.room.parts.size());
    const View& view = *bridge_.view();
    int own = static_cast<int>(view.teams.size());
    for (const QuotaRow& row : view.quotas)
        if (row.name == draft_.parent && row.depth > 0)
            own = row.colour;
    for (const QuotaRoom::Part& part : check.room.parts) {
        const auto row =
            std::find_if(view.quotas.begin(), view.quotas.end(),
                         [&](const QuotaRow& each) { return each.name == part.quota; });
        colours.push_back(row == view.quotas.end() ? -1 : row->colour);
    }
    room_->setRoom(check.room, std::move(colours), own, qt(draft_.name));
}

void QuotaDialog::showHints(const QuotaDraftCheck& check) {
    limit_->setAutomatic(check.inheritedLimit);
    limitHint_->setText(check.limitOf.empty() ? tr("missing = what the nodes have")
                                              : tr("missing = %1's").arg(qt(check.limitOf)));
    weight_->setAutomatic(draft_.guaranteed);
    lend_->setAutomatic(draft_.guaranteed);
    const bool borrows = draft_.policy.overQuota == OverQuota::on;
    weightHint_->setText(!borrows            ? tr("no surplus without borrowing")
                         : check.weight == 0 ? tr("only what nobody claims")
                         : check.weight == check.weights
                             ? tr("all of its rank's surplus")
                             : tr("%1 of %2: %3 of the surplus")
                                   .arg(gpuNumber(check.weight), gpuNumber(check.weights),
                                        percent(check.weight, check.weights)));
    const auto& lend = draft_.policy.lend;
    lendHint_->setText(draft_.guaranteed == 0                ? tr("nothing to lend")
                       : !lend || *lend >= draft_.guaranteed ? tr("all of it while idle")
                       : *lend == 0                          ? tr("nothing, even while idle")
                                                             : tr("at most, while idle"));
}

void QuotaDialog::showWorkspaces(const QuotaDraftCheck& check) {
    QStringList names;
    for (const std::string& name : check.workspaces)
        names << qt(name);
    const QString fresh = name_->text().trimmed();
    const QString chosen = workspace_->currentData().toString();
    const bool wasNew = workspace_->currentIndex() > 0 &&
                        workspace_->currentIndex() == workspace_->count() - 1 &&
                        workspace_->currentText() != chosen;
    workspace_->clear();
    workspace_->addItem(tr("None"), QString());
    for (const QString& name : names)
        workspace_->addItem(name, name);
    if (!fresh.isEmpty() && !names.contains(fresh))
        workspace_->addItem(tr("%1 (new)", "a workspace that is made").arg(fresh), fresh);
    const int kept = wasNew ? workspace_->count() - 1 : workspace_->findData(chosen);
    workspace_->setCurrentIndex(std::max(0, kept));
    draft_.workspace = workspace_->currentData().toString().toStdString();
}

void QuotaDialog::showNodes(const QuotaDraftCheck& check) {
    if (selectors_.empty()) {
        selectors_.emplace_back();
        nodes_->addItem(tr("Those that no other root names"));
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
    auto at = std::find(selectors_.begin(), selectors_.end(), draft_.policy.nodes);
    if (at == selectors_.end()) {
        nodes_->addItem(tr("The same as another root"));
        at = selectors_.insert(selectors_.end(), draft_.policy.nodes);
    }
    nodes_->setCurrentIndex(static_cast<int>(at - selectors_.begin()));
    nodesHint_->setText(
        tr("%1 with %2", "how many nodes, their GPUs")
            .arg(tr("%Ln node(s)", nullptr, check.nodes.nodes), gpusText(check.nodes.gpu)));
}

MistakeLine* QuotaDialog::lineOf(Place place) const {
    switch (place) {
        case Place::name:
            return nameLine_;
        case Place::guaranteed:
            return sizeLine_;
        case Place::limit:
        case Place::weight:
            return limitLine_;
        case Place::lend:
            return lendLine_;
        case Place::nodes:
            return nodesLine_ ? nodesLine_ : formLine_;
        case Place::workspace:
        case Place::form:
            break;
    }
    return formLine_;
}

QString QuotaDialog::unreadText() {
    return tr("What it would mean is read back here as soon as nothing is wrong.");
}

QString QuotaDialog::repairText(const QuotaRepair& repair) const {
    switch (repair.kind) {
        case Kind::takeFrom:
            return tr("Take %1 from %2").arg(gpuNumber(repair.gpu), qt(repair.subject));
        case Kind::guarantee:
            return tr("Guarantee %1").arg(gpuNumber(repair.draft.guaranteed));
        case Kind::limit:
            return tr("Limit to %1").arg(gpuNumber(repair.gpu));
        case Kind::lend:
            return tr("Lend %1").arg(gpuNumber(repair.gpu));
        case Kind::name:
            return tr("Call it %1").arg(qt(repair.subject));
        case Kind::giveBack:
            return tr("Take nothing from others");
        case Kind::sameNodes:
            return tr("Share the nodes of %1").arg(qt(repair.subject));
    }
    return {};
}

void QuotaDialog::showProblems(const QuotaDraftCheck& check) {
    const auto wrong = [&](Place place) {
        return std::any_of(check.problems.begin(), check.problems.end(),
                           [&](const QuotaDraftProblem& each) { return each.place == place; });
    };
    guaranteed_->setMistaken(wrong(Place::guaranteed));
    limit_->setMistaken(wrong(Place::limit));
    weight_->setMistaken(wrong(Place::weight));
    lend_->setMistaken(wrong(Place::lend));
    name_->setProperty("error", wrong(Place::name));
    name_->update();
    for (MistakeLine* line :
         {nameLine_, rankLine_, nodesLine_, sizeLine_, limitLine_, lendLine_, formLine_}) {
        if (!line)
            continue;
        // Of several each is told, in a line of its own.
        QStringList sentences;
        std::vector<Mend> mends;
        for (const QuotaDraftProblem& each : check.problems) {
            if (lineOf(each.place) != line)
                continue;
            for (const QuotaRepair& repair : each.repairs)
                mends.push_back(
                    {repairText(repair), [this, draft = repair.draft] { take(draft); }});
            const bool alone = each.repairs.empty() && !remedyText(each.message).isEmpty();
            sentences << (alone ? refusalText({Problem{{}, {}, 0, 0, each.message}})
                                : messageText(each.message));
        }
        if (sentences.isEmpty())
            line->clear();
        else
            line->say(sentences.join(QLatin1Char('\n')), std::move(mends));
    }
    const int count = static_cast<int>(check.problems.size());
    create_->setEnabled(count == 0);
    if (count > 0)
        setConsequence(tr("%Ln problem(s) to mend before it can be created", nullptr, count),
                       Tone::err);
    else
        setConsequence(draft_.parent.empty()
                           ? tr("%1 of its nodes stay unassigned")
                                 .arg(gpusText(check.room.unassigned() - check.room.wanted))
                           : tr("%1 keeps %2 unassigned")
                                 .arg(qt(draft_.parent),
                                      gpusText(check.room.unassigned() - check.room.wanted)));
}

}  // namespace apportion::ui
