// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "core/plan/draft/edit_draft.h"
#include "core/session/planning/plan_view.h"
#include "ui/time_text.h"

class QLineEdit;
class QMenu;
class QPushButton;
class QVBoxLayout;

namespace apportion::ui {

class BadgeLabel;
class IconButton;

// A variant: its name, which is edited in place, its state, and its edits as sentences.
class SetCard final : public QFrame {
    Q_OBJECT

public:
    explicit SetCard(QWidget* parent = nullptr);

    void setView(const PlanView& view, std::size_t set);
    // Edits that a card shows; of more it says how many.
    static constexpr std::size_t kMostEdits = 8;
    QLineEdit* name() const { return name_; }

signals:
    void changeWanted(const apportion::PlanChange& change);
    // A form for it; `edit` is behind the last for a new one.
    void formWanted(std::size_t set, std::size_t edit, apportion::EditDraft::Kind kind);
    // Edits that need no form.
    void usualWanted(std::size_t set, bool failures);
    void applyWanted(std::size_t set);
    void scheduleWanted(std::size_t set);  // at a time of day
    void workWanted(std::size_t set);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fillMenu();
    void fillAddMenu();
    void showEdits();
    QWidget* rowOf(std::size_t edit, const TimeText& time);
    void ask(PlanChange::Kind kind, std::size_t edit = 0, std::size_t to = 0);

    ChangeSet shown_;
    std::string epoch_;
    std::size_t set_ = 0;
    std::size_t sets_ = 0;
    bool muted_ = false;
    QLineEdit* name_;
    BadgeLabel* badge_;
    IconButton* menuButton_;
    QMenu* menu_;
    QVBoxLayout* edits_;
    QPushButton* add_;
};

}  // namespace apportion::ui
