// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace: what its users hold and wait for, and the quotas that it uses.
#pragma once

#include <QWidget>

#include "core/view/view.h"

namespace apportion::ui {

class FactList;
class InspectorTitle;
class LinkList;

class WorkspaceInspector final : public QWidget {
    Q_OBJECT

public:
    explicit WorkspaceInspector(QWidget* parent = nullptr);

    InspectorTitle* title() const { return title_; }
    void setWorkspace(const WorkspaceRow& row);

signals:
    void quotaChosen(const QString& quota);

private:
    InspectorTitle* title_;
    FactList* facts_;
    QWidget* quotasTitle_;
    LinkList* quotas_;
    std::vector<std::string> shown_;  // the quotas that the links lead to
};

}  // namespace apportion::ui
