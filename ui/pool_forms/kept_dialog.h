// SPDX-License-Identifier: GPL-3.0-or-later
// What a project keeps beside its quotas and workloads, as a list with what can be done to each:
// temporary changes, timetables, the roles of users, restore points.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/change/change.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/widgets/cell.h"

class QLineEdit;
class QPushButton;

namespace apportion::ui {

class CellTable;
class FindBox;
class MistakeLine;
class Segmented;
class TreeView;

class KeptDialog final : public DialogFrame {
    Q_OBJECT

public:
    enum class Kind { temporaryChanges, timetables, roles, restorePoints };

    KeptDialog(SessionBridge& bridge, CommandRunner& runner, Kind kind, QWidget* window = nullptr);

    bool isUpToDate() const override { return !asking_; }
    // Of a timetable that is not there yet.
    void propose(const QString& steps);

signals:
    void restoreWanted(const QString& point);

private:
    struct Entry {
        std::vector<Cell> cells;
        Change removal;  // what ends it, or takes it away
        QString name;
        QString steps;  // of a timetable
    };

    void buildList();
    void buildForm();
    void load();
    void take(const Project& project);
    std::vector<Entry> entriesOf(const Project& project) const;
    const Entry* selected() const;
    void choose();
    void enable();
    std::optional<Change> added() const;
    void add();
    void remove();
    void run(const Change& change);

    SessionBridge& bridge_;
    CommandRunner& runner_;
    Kind kind_;
    std::vector<Entry> entries_;
    CellTable* model_ = nullptr;
    TreeView* table_ = nullptr;
    QLineEdit* name_ = nullptr;  // of a timetable, a user, a restore point
    QLineEdit* steps_ = nullptr;
    Segmented* role_ = nullptr;
    FindBox* quota_ = nullptr;
    MistakeLine* mistake_ = nullptr;
    QPushButton* add_ = nullptr;
    QPushButton* remove_ = nullptr;
    Revision seen_ = 0;  // of the project, as it is listed
    bool asking_ = true;
};

}  // namespace apportion::ui
