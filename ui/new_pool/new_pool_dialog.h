// SPDX-License-Identifier: GPL-3.0-or-later
// The guide to a first pool: its nodes, the quota over everything, and how the teams share it.
#pragma once

#include <vector>

#include "core/cluster/local/machine_gpus.h"
#include "core/view/new_pool.h"
#include "ui/dialogs/dialog_frame.h"

class QCheckBox;
class QGridLayout;
class QLineEdit;

namespace apportion::ui {

class ChoiceCard;
class IconButton;
class MistakeLine;
class NumberField;
class TextLabel;

class NewPoolDialog final : public DialogFrame {
    Q_OBJECT

public:
    explicit NewPoolDialog(QWidget* parent = nullptr);

    NewPool wanted() const;
    // What was found on this machine. Taken at once where nothing was said yet.
    void offer(const MachineGpus& gpus);
    bool isUpToDate() const override { return told_; }

signals:
    // The form holds; where the file goes is asked next.
    void wantedPool(const apportion::Scenario& pool);

private:
    // Sentences, where they stand.
    struct Mistakes {
        QStringList ofName;
        QStringList ofPool;
        QStringList ofTeams;
        bool promised = false;  // more than there is

        int count() const {
            return static_cast<int>(ofName.size() + ofPool.size() + ofTeams.size()) +
                   (promised ? 1 : 0);
        }
    };

    struct TeamRow {
        TextLabel* label;
        QLineEdit* name;
        NumberField* gpu;
        IconButton* remove;
    };
    void addTeam(const QString& name, int gpu);
    void removeTeam(const QLineEdit* name);
    // Numbers, places and the way of Tab.
    void arrangeTeams();
    void check();
    QWidget* makeChoice();
    // What somebody else than this form said.
    void edited();
    void divideAnew();
    void useMachine();
    // Each field that is refused, and what is wrong with it in its part of the form.
    void showNumbers(const NewPool& pool, bool nodesReadable, bool readable);
    void mark(const NewPool& pool, const Problems& problems, Mistakes& mistakes);
    void create();

    ChoiceCard* machineCard_;
    ChoiceCard* otherCard_;
    MachineGpus gpus_;
    bool told_ = false;
    bool filling_ = false;
    bool touched_ = false;
    bool sized_ = false;         // somebody gave a team its GPUs
    bool tickedForOne_ = false;  // here_, by this form
    QLineEdit* name_;
    NumberField* nodes_;
    NumberField* perNode_;
    QLineEdit* nodeName_;
    QCheckBox* here_;
    const std::string machine_;
    QLineEdit* type_;
    QGridLayout* grid_;
    std::vector<TeamRow> teams_;
    MistakeLine* nameMistake_;
    TextLabel* nodeNames_;
    MistakeLine* poolMistake_;
    MistakeLine* teamMistake_;
    TextLabel* room_;
    TextLabel* total_;
    QPushButton* more_;
    QPushButton* create_;
};

}  // namespace apportion::ui
