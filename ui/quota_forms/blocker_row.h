// SPDX-License-Identifier: GPL-3.0-or-later
// One thing that keeps a quota from being deleted: what it is, what taking it away would cost, and
// buttons. Ending running work takes two presses, and the second says what is lost.
#pragma once

#include <QWidget>

#include "core/plan/draft/cancel_draft.h"
#include "core/plan/draft/quota_blockers.h"

class QPushButton;

namespace apportion::ui {

class BadgeLabel;
class TextLabel;

class BlockerRow final : public QWidget {
    Q_OBJECT

public:
    // `cost`: of a workload, what cancelling it ends.
    BlockerRow(const QuotaBlocker& blocker, const CancelDraft& cost, QWidget* parent = nullptr);

    // What the button of such a row says that takes it away.
    static QString mendText(QuotaBlocker::Kind kind);

    // Of what stands in columns; a row without one of the buttons keeps its place free.
    struct Widths {
        int badge = 0;
        int show = 0;
        int mend = 0;
        bool notes = false;  // one of them says more than its name
    };
    // What it needs while nothing is asked.
    Widths needs() const;
    void setWidths(const Widths& widths);

    bool isOf(const QuotaBlocker& blocker) const;
    // It stands in the way no more: the row stays, without buttons.
    void setDone(bool done);

signals:
    void mendWanted(const apportion::QuotaBlocker& blocker);
    void showWanted(const apportion::QuotaBlocker& blocker);

private:
    void ask(bool asking);
    QPushButton* addButton(const QString& text);

    QuotaBlocker blocker_;
    CancelDraft cost_;
    QString mendText_;
    QString stateText_;  // of a workload
    BadgeLabel* badge_;
    TextLabel* name_;
    TextLabel* note_;
    QWidget* noShow_ = nullptr;  // where the button stands in other rows
    QPushButton* show_ = nullptr;
    QPushButton* mend_ = nullptr;
    QPushButton* keep_ = nullptr;
    Widths widths_;
    bool asking_ = false;
    bool done_ = false;
};

}  // namespace apportion::ui
