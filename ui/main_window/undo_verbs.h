// SPDX-License-Identifier: GPL-3.0-or-later
// Undo and redo: what would be done is tried first, and where it would take GPUs from running work
// it is asked about.
#pragma once

#include <optional>
#include <string>

#include <QObject>

#include "core/plan/draft/quota_draft.h"
#include "core/session/turn.h"
#include "core/view/view.h"
#include "ui/pages/actions.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class NoticeBar;

class UndoVerbs final : public QObject {
    Q_OBJECT

public:
    UndoVerbs(SessionBridge& bridge, const Actions& actions, NoticeBar& notices, QObject* parent);

    void enable(const View& view);
    // The last change of the pool.
    void undo();
    void redo();
    // An entry of the history.
    void undoEntry(Revision entry);
    // All since that restore point, after a question.
    void restore(const QString& point);

signals:
    void turned();
    void said(const QString& sentence);
    void refused(const QString& title, const Problems& why);

private:
    void begin(const TurnRequest& turn);
    void ask(const TurnRequest& turn, const TurnTrial& tried);
    void finishAsRead(const TurnRequest& turn, const TurnTrial& read);
    void tell(const Problems& notes);
    void refuse(const TurnRequest& turn, Problems why);
    void finish(const TurnRequest& turn, const QString& what, const Problems& notes);

    SessionBridge& bridge_;
    const Actions& actions_;
    NoticeBar& notices_;
    std::optional<std::string> undo_;  // what the next one is about
    std::optional<std::string> redo_;
};

}  // namespace apportion::ui
