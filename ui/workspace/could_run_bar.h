// SPDX-License-Identifier: GPL-3.0-or-later
// "Could I run…": one line of a form, its answer, and two ways to start sooner. It changes nothing.
#pragma once

#include <memory>

#include <QWidget>

#include "core/change/change.h"
#include "core/session/workspace/workspace_look.h"
#include "ui/session_bridge.h"

class QBoxLayout;
class QComboBox;
class QPushButton;

namespace apportion::ui {

class BadgeLabel;
class NumberField;
class TextLabel;

// "Starts now on node03", "Starts 17:40–19:20, after 2 workloads with 12 GPUs and about 9 GPU
// hours".
QString answerText(const View& view, const RunAnswer& answer, const RunOption& option);
// "With 4 GPUs it starts now", "At priority 7 it starts now and evicts nb-tom".
QString smallerText(const View& view, const RunAnswer& answer);
QString higherText(const RunAnswer& answer);

class CouldRunBar final : public QWidget {
    Q_OBJECT

public:
    explicit CouldRunBar(SessionBridge& bridge, QWidget* parent = nullptr);

    // Another workspace forgets the answer.
    void setWorkspace(const ViewPtr& view, const WorkspaceRow& row);
    // Asks; the answer comes with answered().
    void check();
    bool isAsking() const { return asking_; }
    SubmitWork request() const;

    QPushButton* checkButton() const { return check_; }
    NumberField* gpus() const { return gpus_; }
    NumberField* priority() const { return priority_; }
    TextLabel* sentence() const { return sentence_; }
    QPushButton* useSmaller() const { return useSmaller_; }
    QPushButton* useHigher() const { return useHigher_; }

    // Of the question in two rows.
    QSize minimumSizeHint() const override;

signals:
    void answered();
    void submitWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitQuestion();
    void show(std::shared_ptr<const RunAnswer> answer);
    void forget();
    void use(const RunOption& option);

    SessionBridge& bridge_;
    ViewPtr view_;
    WorkspaceRow row_;
    std::shared_ptr<const RunAnswer> answer_;
    bool asking_ = false;
    QComboBox* quota_;
    QComboBox* module_;
    NumberField* gpus_;
    NumberField* replicas_;
    NumberField* hours_;
    NumberField* priority_;
    QPushButton* check_;
    QPushButton* submit_;
    BadgeLabel* badge_;
    TextLabel* sentence_;
    TextLabel* smaller_;
    QPushButton* useSmaller_;
    TextLabel* higher_;
    QPushButton* useHigher_;
    TextLabel* note_;
    QBoxLayout* question_;  // its fields, and what is done with them: below where there is no room
    QWidget* answerRow_;
    QWidget* wayRow_;
};

}  // namespace apportion::ui
