// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs of the preemption policies: which there are, on which quota, and how they are opened
// from menus, the inspector and by name.
#pragma once

#include <functional>

#include <QObject>

#include "core/model/quota.h"
#include "ui/pages/actions.h"
#include "ui/session_bridge.h"

class QWidget;

namespace apportion::ui {

class CommandRunner;
class DialogFrame;

class PolicyVerbs final : public QObject {
    Q_OBJECT

public:
    PolicyVerbs(SessionBridge& bridge, CommandRunner& runner, const Actions& actions,
                std::function<QString()> selectedQuota, QWidget* window);

    // "self-preemption" or "child-preemption", with ":QUOTA" or on the first quota for which it
    // makes sense. Made but not shown; null for another name or where there is no such quota.
    DialogFrame* dialog(const QString& name);
    // Shows it; one that shows already comes to the front, or there would be two drafts of one
    // policy.
    void open(PreemptionLevel level, const QString& quota);
    // Those that show.
    QList<DialogFrame*> shown() const;

private:
    QString firstFor(PreemptionLevel level) const;
    DialogFrame* make(PreemptionLevel level, const QString& quota);

    SessionBridge& bridge_;
    CommandRunner& runner_;
    std::function<QString()> selectedQuota_;
    QWidget* window_;
};

}  // namespace apportion::ui
