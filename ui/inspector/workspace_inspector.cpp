// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/workspace_inspector.h"

#include <algorithm>

#include <QVBoxLayout>

#include "ui/inspector/inspector_parts.h"
#include "ui/texts.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

WorkspaceInspector::WorkspaceInspector(QWidget* parent)
    : QWidget(parent),
      title_(new InspectorTitle(this)),
      facts_(new FactList(this)),
      quotasTitle_(new TextLabel(tr("Quotas it uses"), Type::head, Role::text, this)),
      quotas_(new LinkList(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 4, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(facts_);
    layout->addSpacing(4);
    layout->addWidget(quotasTitle_);
    layout->addWidget(quotas_);
    layout->addStretch(1);
}

void WorkspaceInspector::setWorkspace(const WorkspaceRow& row) {
    const Workspace& spec = row.spec;
    title_->set(-1, qt(spec.name), tr("workspace"));
    QList<Fact> facts;
    const auto add = [&](const QString& label, const QString& value, const QString& about,
                         Role role = Role::text) {
        facts.append({label, value, role, about});
    };
    add(tr("Running"),
        row.work.running == 0
            ? tr("none")
            : tr("%Ln workload(s) · %1", nullptr, row.work.running).arg(gpusText(row.work.held)),
        tr("Running workloads of its users, and their GPUs"));
    add(tr("Waiting"),
        row.work.waiting == 0
            ? tr("none")
            : tr("%Ln workload(s) · %1", nullptr, row.work.waiting).arg(gpusText(row.work.asked)),
        tr("Waiting workloads of its users, and the GPUs they request"),
        row.work.waiting == 0 ? Role::text : Role::warn);
    add(tr("Members"),
        spec.members.empty() ? tr("all users who can open the file")
                             : tr("%Ln user(s)", nullptr, static_cast<int>(spec.members.size())),
        tr("Users who can submit here. Rule 24"));
    add(tr("Caps"),
        spec.caps.empty() ? tr("none")
                          : tr("%Ln cap(s)", nullptr, static_cast<int>(spec.caps.size())),
        tr("Most GPUs of each user. Rule 24"));
    facts_->setFacts(facts);
    quotasTitle_->setVisible(!spec.quotas.empty());
    if (spec.quotas == shown_)
        return;
    shown_ = spec.quotas;
    std::vector<InspectorLink> links;
    for (const std::string& quota : shown_)
        links.push_back(
            {Icon::arrows, qt(quota), [this, name = qt(quota)] { emit quotaChosen(name); }});
    quotas_->setLinks(links);
}

}  // namespace apportion::ui
