// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/effect_models.h"

#include <algorithm>

#include "core/change/wall_clock.h"
#include "ui/texts.h"
#include "ui/widgets/cell_delegate.h"

namespace apportion::ui {

namespace {

Icon iconOfModule(Module module) {
    return module == Module::notebook    ? Icon::notebook
           : module == Module::inference ? Icon::inference
                                         : Icon::training;
}

// `better`: +1 where more is better for the team, −1 where less is, 0 where it is neither.
Cell changed(Gpu before, Gpu after, int better) {
    if (before == after)
        return Cell::change(gpuNumber(before), {});
    const bool good = (after > before) == (better > 0);
    return Cell::change(gpuNumber(before), gpuNumber(after),
                        better == 0 ? Role::text
                        : good      ? Role::good
                                    : Role::err);
}

QString waitText(Duration wait, bool over) {
    return over ? QuotaEffectModel::tr("beyond 24 h") : TimeText::duration(wait);
}

QVariant cellData(const Cell& cell, int role) {
    if (role == CellRole)
        return QVariant::fromValue(cell);
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return cell.plainText();
    return {};
}

bool isNumber(int section, int first, int last) {
    return section >= first && section <= last;
}

}  // namespace

void QuotaEffectModel::set(const ViewPtr& view, const Outlook& outlook, const ScaleMoment& moment) {
    beginResetModel();
    view_ = view;
    outlook_ = outlook;
    rows_ = moment.quotas;
    endResetModel();
}

int QuotaEffectModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int QuotaEffectModel::columnCount(const QModelIndex&) const {
    return columns;
}

Cell QuotaEffectModel::waitCell(const ScaleQuotaEffect& effect) const {
    const auto found =
        std::find_if(outlook_.waits.begin(), outlook_.waits.end(), [&](const ScaleWait& wait) {
            return wait.quota == effect.quota && wait.ownPart == effect.ownPart;
        });
    if (found == outlook_.waits.end())
        return Cell::number(tr("unknown"), Role::text3);
    if (found->workloads == 0)
        return Cell::number(tr("none", "no workload waits"), Role::text3);
    const QString before = waitText(found->before, found->beforeOver);
    if (found->before == found->after)
        return Cell::change(before, {});
    return Cell::change(before, waitText(found->after, found->afterOver),
                        found->after < found->before ? Role::good : Role::err);
}

Cell QuotaEffectModel::cellAt(const ScaleQuotaEffect& effect, int column) const {
    const ScaleAmounts& before = effect.before;
    const ScaleAmounts& after = effect.after;
    switch (column) {
        case quotaColumn: {
            const ScaleName name = scaleName(*view_, effect.quota);
            return Cell::name(effect.ownPart ? tr("%1, own").arg(name.quota) : name.quota,
                              effect.ownPart ? QString() : name.team)
                .withTeam(name.colour);
        }
        case guaranteedColumn:
            return changed(before.guaranteed, after.guaranteed, 0);
        case runningColumn:
            return changed(before.running, after.running, +1);
        case shareColumn:
            return changed(before.fairShare, after.fairShare, +1);
        case waitingColumn:
            return changed(before.waiting, after.waiting, -1);
        default:
            return waitCell(effect);
    }
}

QString QuotaEffectModel::about(int column) const {
    switch (column) {
        case guaranteedColumn:
            return tr("GPUs guaranteed now, and as the scale sets them");
        case runningColumn:
            return tr(
                "GPUs in use in it and below it: now, and with the scale on a copy of the pool");
        case shareColumn:
            return tr("GPUs it is entitled to: guarantee in demand plus surplus. Rules 5 and 6");
        case waitingColumn:
            return tr("GPUs that waiting workloads in it and below it request");
        case waitColumn:
            return tr(
                "Remaining wait of waiting and evicted workloads: 95% at most this long, without "
                "further submissions. “Beyond 24 h”: still waiting then.");
        default:
            return {};
    }
}

// Below so many of the others; the own part is below its quota, too.
int QuotaEffectModel::depthOf(const ScaleQuotaEffect& effect) const {
    const auto& quotas = view_->quotas;
    const auto isShown = [&](const std::string& name) {
        return std::any_of(rows_.begin(), rows_.end(), [&](const ScaleQuotaEffect& each) {
            return !each.ownPart && each.quota == name;
        });
    };
    const auto found = std::find_if(quotas.begin(), quotas.end(),
                                    [&](const QuotaRow& row) { return row.name == effect.quota; });
    if (found == quotas.end())
        return 0;
    int depth = effect.ownPart && isShown(effect.quota) ? 1 : 0;
    for (int at = found->parent; at >= 0; at = quotas[static_cast<std::size_t>(at)].parent)
        depth += isShown(quotas[static_cast<std::size_t>(at)].name) ? 1 : 0;
    return depth;
}

QVariant QuotaEffectModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const ScaleQuotaEffect& effect = rows_[static_cast<std::size_t>(index.row())];
    if (role == kDepthRole)
        return index.column() == quotaColumn ? depthOf(effect) : 0;
    if (role == Qt::ToolTipRole && index.column() == waitColumn && outlook_.waitUnknown)
        return messageText(*outlook_.waitUnknown);
    if (role == Qt::ToolTipRole && index.column() == waitColumn && outlook_.waitNote)
        return about(waitColumn) + QLatin1Char('\n') + messageText(*outlook_.waitNote);
    if (role == Qt::ToolTipRole)
        return about(index.column());
    return cellData(cellAt(effect, index.column()), role);
}

QVariant QuotaEffectModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (isNumber(section, guaranteedColumn, waitColumn) ? Qt::AlignRight : Qt::AlignLeft) |
            Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return about(section);
    if (role != Qt::DisplayRole)
        return {};
    const QString heads[] = {tr("Quota"),      tr("Guaranteed"),   tr("Running"),
                             tr("Fair share"), tr("Waiting GPUs"), tr("Wait p95, next 24 h")};
    return heads[section];
}

void WorkloadEffectModel::set(const ViewPtr& view, const Outlook& outlook, bool onlyChanged) {
    beginResetModel();
    view_ = view;
    time_ = TimeText(view->document.epoch);
    rows_.clear();
    for (const ScaleWorkloadEffect& each : outlook.workloads)
        if (!onlyChanged || each.effect != ScaleEffect::unchanged)
            rows_.push_back(each);
    endResetModel();
}

int WorkloadEffectModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int WorkloadEffectModel::columnCount(const QModelIndex&) const {
    return columns;
}

Cell WorkloadEffectModel::cellAt(const ScaleWorkloadEffect& effect, int column) const {
    switch (column) {
        case effectColumn: {
            if (effect.effect == ScaleEffect::unchanged)
                return Cell::words(effect.running ? tr("runs on") : tr("waits on"))
                    .withRole(Role::text3);
            return Cell::label(effectBadge(effect.effect));
        }
        case workloadColumn:
            return Cell::name(qt(effect.workload)).withIcon(iconOfModule(effect.module));
        case quotaColumn:
            return Cell::words(qt(effect.quota))
                .withTeam(scaleName(*view_, effect.quota).colour, 8);
        case gpuColumn:
            return Cell::number(gpuNumber(effect.gpu));
        case whenColumn:
            return Cell::number(whenText(effect, time_), Role::text2);
        default:
            return Cell::words(whyText(effect, time_)).withRole(Role::text2);
    }
}

QVariant WorkloadEffectModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const ScaleWorkloadEffect& effect = rows_[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole && index.column() == whyColumn)
        return effect.whyWithout ? tr("%1\n%2", "why with the scale, and why without it")
                                       .arg(whyText(effect, time_), whyWithoutText(effect, time_))
                                 : whyText(effect, time_);
    if (role == Qt::ToolTipRole && index.column() == whenColumn && effect.at)
        return time_.clock(*effect.at);
    return cellData(cellAt(effect, index.column()), role);
}

QVariant WorkloadEffectModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (isNumber(section, gpuColumn, whenColumn) ? Qt::AlignRight : Qt::AlignLeft) |
            Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const QString heads[] = {tr("What happens"), tr("Workload"), tr("Quota"),
                             tr("GPUs"),         tr("When"),     tr("Why")};
    return heads[section];
}

}  // namespace apportion::ui
