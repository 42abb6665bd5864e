// SPDX-License-Identifier: GPL-3.0-or-later
// The bottom strip: how many issues, the first of them, and at the right what the program is doing.
#pragma once

#include <vector>

#include <QTimer>
#include <QWidget>

#include "ui/main_window/issue_list.h"

class QProgressBar;
class QToolButton;

namespace apportion::ui {

class TextLabel;

class IssuesStrip final : public QWidget {
    Q_OBJECT

public:
    explicit IssuesStrip(QAction* showIssues, QAction* stopLookingAhead, QWidget* parent = nullptr);

    // Those of the view.
    void setIssues(const std::vector<IssueLine>& issues, const View& view);
    void setStatus(const View& view);
    // Stands in for the status for some seconds, for what was just done.
    void say(const QString& text);

signals:
    // To where the issue is that is told.
    void jumpWanted(const apportion::Issue& issue);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void stand(const QString& text);
    void tell(const QString& text);
    void elide();
    void showFirst();

    QAction* list_;
    QToolButton* errors_;
    QToolButton* warnings_;
    QToolButton* hints_;
    TextLabel* first_;
    QToolButton* show_;
    TextLabel* status_;
    QProgressBar* progress_;
    QToolButton* cancel_;
    QString standing_;
    QTimer hold_;  // while it runs, what was said is shown
    QString firstText_;
    Issue firstIssue_;
};

}  // namespace apportion::ui
