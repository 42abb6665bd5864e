// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/policy_verbs.h"

#include <algorithm>

#include <QAction>

#include "core/view/view.h"
#include "ui/command_runner.h"
#include "ui/main_window/action_rows.h"
#include "ui/preemption/preemption_dialog.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

constexpr std::array kLevels{PreemptionLevel::self, PreemptionLevel::child};

QString nameOf(PreemptionLevel level) {
    return level == PreemptionLevel::self ? QStringLiteral("self-preemption")
                                          : QStringLiteral("child-preemption");
}

const char* actionOf(PreemptionLevel level) {
    return level == PreemptionLevel::self ? ActionId::selfPreemption : ActionId::childPreemption;
}

}  // namespace

PolicyVerbs::PolicyVerbs(SessionBridge& bridge, CommandRunner& runner, const Actions& actions,
                         std::function<QString()> selectedQuota, QWidget* window)
    : QObject(window),
      bridge_(bridge),
      runner_(runner),
      selectedQuota_(std::move(selectedQuota)),
      window_(window) {
    for (const PreemptionLevel level : kLevels)
        connect(actions[actionOf(level)], &QAction::triggered, this,
                [this, level] { open(level, selectedQuota_()); });
}

// One that has the policy, else one for which it makes sense, else any.
QString PolicyVerbs::firstFor(PreemptionLevel level) const {
    const auto& quotas = bridge_.view()->quotas;
    if (quotas.empty())
        return {};
    const auto hasPolicy = [level](const QuotaRow& row) {
        return level == PreemptionLevel::self ? row.policy.selfPreemption.has_value()
                                              : row.policy.childPreemption.has_value();
    };
    const auto makesSense = [&](const QuotaRow& row) {
        const auto at = static_cast<int>(&row - quotas.data());
        return std::any_of(quotas.begin(), quotas.end(), [&](const QuotaRow& other) {
            return level == PreemptionLevel::child ? other.parent == at
                                                   : &other != &row && other.parent == row.parent;
        });
    };
    auto found = std::find_if(quotas.begin(), quotas.end(), hasPolicy);
    if (found == quotas.end())
        found = std::find_if(quotas.begin(), quotas.end(), makesSense);
    return qt(found == quotas.end() ? quotas.front().name : found->name);
}

DialogFrame* PolicyVerbs::make(PreemptionLevel level, const QString& quota) {
    const auto& quotas = bridge_.view()->quotas;
    if (std::none_of(quotas.begin(), quotas.end(),
                     [&](const QuotaRow& row) { return row.name == quota.toStdString(); }))
        return nullptr;
    auto* dialog = new PreemptionDialog(bridge_, runner_, level, quota, window_);
    dialog->setObjectName(nameOf(level) + QLatin1Char(':') + quota);
    return dialog;
}

DialogFrame* PolicyVerbs::dialog(const QString& name) {
    const QString quota = name.section(QLatin1Char(':'), 1);
    for (const PreemptionLevel level : kLevels)
        if (name.section(QLatin1Char(':'), 0, 0) == nameOf(level))
            return make(level, quota.isEmpty() ? firstFor(level) : quota);
    return nullptr;
}

QList<DialogFrame*> PolicyVerbs::shown() const {
    QList<DialogFrame*> dialogs;
    for (PreemptionDialog* each :
         window_->findChildren<PreemptionDialog*>(QString(), Qt::FindDirectChildrenOnly))
        if (each->isVisible())
            dialogs << each;
    return dialogs;
}

void PolicyVerbs::open(PreemptionLevel level, const QString& quota) {
    for (DialogFrame* each : shown())
        if (each->objectName() == nameOf(level) + QLatin1Char(':') + quota) {
            each->raise();
            each->activateWindow();
            return;
        }
    // Several may be compared side by side: not modal.
    if (DialogFrame* dialog = make(level, quota)) {
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
    }
}

}  // namespace apportion::ui
