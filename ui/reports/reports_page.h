// SPDX-License-Identifier: GPL-3.0-or-later
// Usage reports: what of which period at the left, the report as it is printed at the right.
#pragma once

#include <functional>
#include <memory>

#include <QElapsedTimer>

#include "core/session/commands/report.h"
#include "ui/pages/page.h"

class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTextEdit;

namespace apportion::ui {

class EmptyState;
class MessageBar;
class ReportMaker;
class ReportPane;
class ReportPaper;
class TextLabel;

class ReportsPage final : public Page {
    Q_OBJECT

public:
    explicit ReportsPage(PageHost& host);

    void setView(const ViewPtr& view) override;
    bool isWide() const override { return true; }
    bool isUpToDate() const override { return isHidden() || (!making_ && !stale_); }

    ReportPane* pane() const { return pane_; }
    QTextEdit* preview() const { return preview_; }
    MessageBar* message() const { return message_; }
    // Of the report that is shown; writes nothing where none is.
    enum class Form { pdf, html, csv, json };
    void exportAs(Form form);
    QString writeAs(Form form, const QString& path) const;  // empty = written, else why not

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHead();
    void make();
    void take(const std::shared_ptr<const Result<PreparedReport>>& answer);
    void showPaper();
    void lookAtWeek(const View& view);
    void keepPrices(const PriceSetting& prices);
    void chooseFolder();

    PageHost& host_;
    ReportMaker& maker_;
    ViewPtr view_;
    std::shared_ptr<const Result<PreparedReport>> answer_;  // what is shown; null = nothing yet
    std::unique_ptr<ReportPaper> paper_;
    bool making_ = false;
    bool stale_ = true;   // what is shown is not of what is asked
    QElapsedTimer week_;  // since the last look at the weekly report
    QStackedWidget* stack_;
    EmptyState* empty_;
    ReportPane* pane_;
    TextLabel* state_;
    QProgressBar* busy_;
    MessageBar* message_;
    QTextEdit* preview_;
    QList<QPushButton*> exports_;
};

PageRegistration reportsPage();

}  // namespace apportion::ui
