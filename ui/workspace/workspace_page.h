// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a team lead: one workspace with what it uses and is entitled to, its queue with the
// starts as ranges, what can be evicted, and what it has used. It reads only.
#pragma once

#include <memory>

#include <QElapsedTimer>
#include <QTimer>

#include "core/session/workspace/workspace_look.h"
#include "ui/pages/page.h"

class QComboBox;
class QPushButton;
class QStackedWidget;

namespace apportion::ui {

class BadgeLabel;
class CellTable;
class CouldRunBar;
class EmptyState;
class ExposureView;
class FactList;
class KeyNumbers;
class NumberField;
class RemedyFold;
class SectionHead;
class Segmented;
class TextLabel;
class TimeChart;
class TreeView;

class WorkspacePage final : public Page {
    Q_OBJECT

public:
    explicit WorkspacePage(PageHost& host);

    // Of a file: that its window has this page alone, with that workspace; empty = no more.
    static void rememberAlone(Settings& settings, const QString& file, const QString& workspace);
    static bool isAlone(const Settings& settings, const QString& file);

    void setView(const ViewPtr& view) override;
    bool isWide() const override { return true; }
    bool isUpToDate() const override;
    void reveal(const Subject& workspace) override { choose(workspace.name); }

    // Of the open file; remembered for it.
    void choose(const QString& workspace);
    QString workspace() const { return chosen_; }
    const WorkspaceLook* look() const { return look_.get(); }

    KeyNumbers* numbers() const { return numbers_; }
    CouldRunBar* couldRun() const { return couldRun_; }
    QPushButton* askButton() const { return ask_; }
    TreeView* queue() const { return queue_; }
    // Of a row that was activated: why it waits, and what would start it.
    const RemedyFold* remedies() const { return remedies_; }
    const TextLabel* about() const { return about_; }
    TreeView* users() const { return users_; }
    TreeView* events() const { return events_; }
    ExposureView* exposure() const { return exposure_; }
    FactList* hours() const { return hours_; }
    FactList* limits() const { return limits_; }
    TimeChart* chart() const { return chart_; }
    EmptyState* empty() const { return empty_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHead();
    QWidget* makeLeft();
    QWidget* makeRight();
    const WorkspaceRow* row() const;
    QString remembered() const;
    QStringList shownNames() const;  // in the choice
    void fillChoice();
    void show();
    void showCharts();
    // Asks for another look where what is there is old.
    void lookAgain();
    void submit();
    // More GPUs for its first quota, with the evidence of the page.
    void askForMore();

    PageHost& host_;
    ViewPtr view_;
    QString chosen_;
    QString missing_;  // the one that was asked for and is not there
    QString file_;     // whose workspaces stand in the choice
    std::shared_ptr<const WorkspaceLook> look_;
    std::string lookedAt_;  // the state that it is of
    QElapsedTimer lookedWhen_;
    bool looking_ = false;
    QTimer again_;
    QString askedOf_;     // whose number stands in the field
    QStringList queued_;  // names of the rows

    QStackedWidget* stack_;
    EmptyState* empty_;
    QComboBox* choice_;
    TextLabel* about_;
    QPushButton* whole_;  // from the page alone to all of them
    KeyNumbers* numbers_;
    CouldRunBar* couldRun_;
    SectionHead* chartHead_;
    Segmented* ranges_;
    TimeChart* chart_;
    SectionHead* queueHead_;
    NumberField* more_;
    QPushButton* ask_;
    CellTable* queueRows_;
    TreeView* queue_;
    RemedyFold* remedies_;
    TextLabel* noQueue_;
    ExposureView* exposure_;
    SectionHead* hoursHead_;
    BadgeLabel* pace_;
    TimeChart* hoursChart_;
    FactList* hours_;
    SectionHead* usersHead_;
    CellTable* userRows_;
    TreeView* users_;
    CellTable* eventRows_;
    TreeView* events_;
    TextLabel* noEvents_;
    FactList* limits_;
};

PageRegistration workspacePage();

}  // namespace apportion::ui
