// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/quota_verbs.h"

#include <algorithm>

#include <QAction>

#include "core/plan/draft/quota_move.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/main_window/action_rows.h"
#include "ui/quota_forms/delete_dialog.h"
#include "ui/quota_forms/move_dialog.h"
#include "ui/quota_forms/quota_sheet.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

// Lists of what a project keeps, each with the command that changes it.
struct Kept {
    const char* action;
    const char* command;
    KeptDialog::Kind kind;
};
constexpr Kept kKept[] = {
    {ActionId::temporaryChanges, "temporary.end", KeptDialog::Kind::temporaryChanges},
    {ActionId::timetables, "timetable.set", KeptDialog::Kind::timetables},
    {ActionId::roles, "user.grant", KeptDialog::Kind::roles},
    {ActionId::restorePoints, "restore-point", KeptDialog::Kind::restorePoints}};

}  // namespace

QuotaVerbs::QuotaVerbs(PageHost& host, QuotaPane& pane) : QObject(&host), host_(host), pane_(pane) {
    const auto on = [this](const char* id, const QString& name) {
        connect(host_.actions[id], &QAction::triggered, this, [this, name] { present(name); });
    };
    on(ActionId::newQuota, QStringLiteral("new-quota"));
    on(ActionId::newRoot, QStringLiteral("new-root"));
    on(ActionId::renameQuota, QStringLiteral("rename-quota"));
    on(ActionId::deleteQuota, QStringLiteral("delete-quota"));
    on(ActionId::editQuotas, QStringLiteral("edit-quotas"));
    on(ActionId::moveGpus, QStringLiteral("move-gpus"));
    for (const Kept& each : kKept)
        on(each.action, QString::fromLatin1(each.action));
    connect(host_.actions[ActionId::quotaWork], &QAction::triggered, this,
            [this] { emit host_.listWanted(ObjectKind::workload, pane_.selected()); });
    connect(host_.actions[ActionId::exportQuotas], &QAction::triggered, this,
            &QuotaVerbs::exportCsv);
    connect(&pane_, &QuotaPane::csvWanted, this, &QuotaVerbs::exportCsv);
    connect(&pane_, &QuotaPane::newQuotaWanted, this, [this](const QString& parent) {
        present(parent.isEmpty() ? QStringLiteral("new-root") : QStringLiteral("new-quota"));
    });
    connect(&pane_, &QuotaPane::scalingWanted, this, &QuotaVerbs::scalingWanted);
    connect(&pane_, &QuotaPane::selectionChanged, this, [this] { enable(*host_.bridge.view()); });
    connect(&pane_, &QuotaPane::moveWanted, this,
            [this](const QString& from, const QString& to) { ui::present(move(from, to)); });
}

void QuotaVerbs::enable(const View& view) {
    const auto set = [&](const char* id, const char* command, bool subject,
                         const QString& noSubject) {
        const bool may = host_.commands.may(command);
        host_.actions.enable(id, may && subject, may ? noSubject : host_.commands.whyNot(command));
    };
    for (const Kept& each : kKept)
        set(each.action, each.command, true, {});
    const QuotaRow* row = rowOf(pane_.selected());
    const QString select = tr("Select a quota");
    set(ActionId::newQuota, "quota.add", row != nullptr, select);
    set(ActionId::newRoot, "quota.add", true, {});
    host_.actions.enable(ActionId::quotaWork, row != nullptr, select);
    set(ActionId::renameQuota, "quota.rename", row != nullptr, select);
    set(ActionId::deleteQuota, "quota.delete", row != nullptr, select);
    set(ActionId::editSize, "scale", row != nullptr, select);
    set(ActionId::editQuotas, "policy", row != nullptr, select);
    set(ActionId::selfPreemption, "policy", row != nullptr, select);
    set(ActionId::childPreemption, "policy", row != nullptr, select);
    set(ActionId::moveGpus, "scale", row && !siblingsOf(view, *row).empty(),
        row ? tr("It has no siblings to give to") : select);
    host_.actions.enable(ActionId::exportQuotas, !view.quotas.empty(), tr("There are no quotas"));
}

const QuotaRow* QuotaVerbs::rowOf(const QString& quota) const {
    const auto& rows = host_.bridge.view()->quotas;
    const std::string name = quota.toStdString();
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const QuotaRow& row) { return row.name == name; });
    return quota.isEmpty() || found == rows.end() ? nullptr : &*found;
}

const QuotaRow* QuotaVerbs::firstWithChildren() const {
    const auto& rows = host_.bridge.view()->quotas;
    const auto child =
        std::find_if(rows.begin(), rows.end(), [](const QuotaRow& row) { return row.parent >= 0; });
    if (child != rows.end())
        return &rows[static_cast<std::size_t>(child->parent)];
    return rows.empty() ? nullptr : &rows.front();
}

// Beside a sheet, the dialogs of its policies and workspaces can be used.
void QuotaVerbs::present(const QString& name) {
    DialogFrame* made = dialog(name);
    if (auto* sheet = qobject_cast<QuotaSheet*>(made); sheet && !sheet->draft().edits.empty()) {
        sheet->setAttribute(Qt::WA_DeleteOnClose);
        sheet->show();
    } else {
        ui::present(made);
    }
}

DialogFrame* QuotaVerbs::dialog(const QString& name) {
    if (!host_.bridge.view()->document.open)
        return nullptr;
    const QString verb = name.section(QLatin1Char(':'), 0, 0);
    const QString subject = name.section(QLatin1Char(':'), 1);
    for (const Kept& each : kKept)
        if (verb == QLatin1String(each.action))
            return kept(each.kind, subject);
    const QuotaRow* row = rowOf(subject.isEmpty() ? pane_.selected() : subject);
    if (!row && !subject.isEmpty())
        return nullptr;
    if (verb == QLatin1String("new-root"))
        return newQuota({});
    if (verb == QLatin1String("new-quota")) {
        const QuotaRow* above = row ? row : firstWithChildren();
        return above ? newQuota(qt(above->name)) : nullptr;
    }
    if (verb == QLatin1String("edit-quotas"))
        return row && !subject.isEmpty() ? edit({subject}) : editAll();
    if (!row)
        row = firstWithChildren();
    if (!row)
        return nullptr;
    if (verb == QLatin1String("rename-quota"))
        return rename(*row);
    if (verb == QLatin1String("delete-quota"))
        return remove(*row);
    if (verb == QLatin1String("move-gpus")) {
        // Of a quota without siblings there is nothing to move: the first that has some.
        const View& view = *host_.bridge.view();
        for (const QuotaRow& each : view.quotas)
            if (siblingsOf(view, *row).empty() && !siblingsOf(view, each).empty())
                row = &each;
        return siblingsOf(view, *row).empty() ? nullptr : move(qt(row->name));
    }
    return nullptr;
}

DialogFrame* QuotaVerbs::newQuota(const QString& parent) {
    return wired(new QuotaSheet(host_.bridge, host_.commands, modeOf(*host_.bridge.view()), parent,
                                host_.window));
}

DialogFrame* QuotaVerbs::wired(QuotaSheet* sheet) {
    connect(sheet, &QuotaSheet::created, this, [this](const QString& quota) {
        emit host_.said(tr("Created %1").arg(quota));
        whenThere(quota, [this, quota] { emit quotaWanted(quota); });
    });
    connect(sheet, &QuotaSheet::policyWanted, this, [this](const QString& quota, bool self) {
        whenThere(quota, [this, quota, self] { emit policyWanted(quota, self); });
    });
    connect(sheet, &QuotaSheet::workspaceWanted, this, &QuotaVerbs::workspaceQuotasWanted);
    connect(sheet, &QuotaSheet::applied, this, [this, sheet](int fields) {
        const auto quotas = static_cast<int>(sheet->draft().edits.size());
        emit host_.said(quotas == 1 ? tr("%1: %Ln field(s) changed", nullptr, fields)
                                          .arg(qt(sheet->draft().edits.front()))
                                    : tr("%Ln quota(s) changed", nullptr, quotas));
    });
    connect(sheet, &QuotaSheet::renamed, this, [this](const QString& from, const QString& to) {
        emit host_.said(tr("%1 is now %2").arg(from, to));
        whenThere(to, [this, to] { emit quotaWanted(to); });
    });
    return sheet;
}

void QuotaVerbs::whenThere(const QString& quota, const std::function<void()>& then) {
    if (rowOf(quota)) {
        then();
        return;
    }
    auto waiting = std::make_shared<QMetaObject::Connection>();
    *waiting = connect(&host_.bridge, &SessionBridge::changed, this, [this, quota, then, waiting] {
        if (!rowOf(quota))
            return;
        disconnect(*waiting);
        // The panes have the view, too, by then.
        QMetaObject::invokeMethod(this, then, Qt::QueuedConnection);
    });
}

DialogFrame* QuotaVerbs::edit(const QStringList& quotas) {
    return wired(new QuotaSheet(host_.bridge, host_.commands, modeOf(*host_.bridge.view()), quotas,
                                host_.window));
}

DialogFrame* QuotaVerbs::rename(const QuotaRow& row) {
    DialogFrame* sheet = edit({qt(row.name)});
    static_cast<QuotaSheet*>(sheet)->focusOn(QuotaField::name);
    return sheet;
}

DialogFrame* QuotaVerbs::remove(const QuotaRow& row) {
    auto* form = new DeleteDialog(host_.bridge, host_.commands, modeOf(*host_.bridge.view()), row,
                                  host_.window);
    connect(form, &DeleteDialog::deleted, this,
            [this](const QString& quota) { emit host_.said(tr("Deleted %1").arg(quota)); });
    connect(form, &DeleteDialog::quotaWanted, this, &QuotaVerbs::quotaWanted);
    connect(form, &DeleteDialog::workloadWanted, this, &QuotaVerbs::workloadWanted);
    connect(form, &DeleteDialog::workspaceWanted, this, &QuotaVerbs::workspaceQuotasWanted);
    return form;
}

DialogFrame* QuotaVerbs::editAll() {
    QStringList quotas = pane_.selectedAll();
    if (quotas.isEmpty())
        for (const QuotaRow& row : host_.bridge.view()->quotas)
            quotas << qt(row.name);
    if (quotas.isEmpty())
        return nullptr;
    return edit(quotas);
}

DialogFrame* QuotaVerbs::move(const QString& from, const QString& to) {
    auto* form = new MoveDialog(host_.bridge, host_.commands, modeOf(*host_.bridge.view()), from,
                                to, host_.window);
    connect(form, &MoveDialog::moved, this, [this](const QString& giver, const QString& taker) {
        emit host_.said(tr("GPUs moved from %1 to %2").arg(giver, taker));
    });
    connect(form, &MoveDialog::scalingWanted, this, &QuotaVerbs::scalingWanted);
    return form;
}

DialogFrame* QuotaVerbs::kept(KeptDialog::Kind kind, const QString& steps) {
    auto* list = new KeptDialog(host_.bridge, host_.commands, kind, host_.window);
    if (!steps.isEmpty())
        list->propose(steps);
    connect(list, &KeptDialog::restoreWanted, this, &QuotaVerbs::restoreWanted);
    return list;
}

void QuotaVerbs::exportCsv() {
    host_.exportTable(tr("Export the quotas"), tr("quotas"), [this] { return pane_.csv(); });
}

}  // namespace apportion::ui
