// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does to quotas from menus, keys, the palette, the row's menu and by dragging.
#pragma once

#include <functional>

#include <QObject>

#include "core/plan/draft/scale_level.h"
#include "ui/pages/page.h"
#include "ui/pool_forms/kept_dialog.h"

namespace apportion::ui {

class QuotaPane;
class QuotaSheet;

class QuotaVerbs final : public QObject {
    Q_OBJECT

public:
    QuotaVerbs(PageHost& host, QuotaPane& pane);

    // Which of them can be used now, and why not.
    void enable(const View& view);

    // Made but not shown; null for an unknown name or where there is nothing to ask about:
    // "new-quota[:PARENT]", "new-root", "rename-quota[:QUOTA]", "delete-quota[:QUOTA]",
    // "edit-quotas[:QUOTA]", "move-gpus[:FROM]", "temporary-changes", "timetables[:STEPS]",
    // "roles", "restore-points".
    DialogFrame* dialog(const QString& name);

signals:
    void quotaWanted(const QString& quota);
    void workloadWanted(const QString& workload);
    void workspaceQuotasWanted(const QString& workspace);
    void policyWanted(const QString& quota, bool self);
    void scalingWanted(const apportion::ScaleTargets& targets);
    void restoreWanted(const QString& point);

private:
    void present(const QString& name);
    const QuotaRow* rowOf(const QString& quota) const;
    const QuotaRow* firstWithChildren() const;
    DialogFrame* newQuota(const QString& parent);
    DialogFrame* edit(const QStringList& quotas);
    DialogFrame* wired(QuotaSheet* sheet);
    DialogFrame* rename(const QuotaRow& row);
    DialogFrame* remove(const QuotaRow& row);
    DialogFrame* kept(KeptDialog::Kind kind, const QString& steps);
    DialogFrame* editAll();
    DialogFrame* move(const QString& from, const QString& to = {});
    void exportCsv();
    // Calls it when the view has that quota.
    void whenThere(const QString& quota, const std::function<void()>& then);

    PageHost& host_;
    QuotaPane& pane_;
};

}  // namespace apportion::ui
