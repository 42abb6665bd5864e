// SPDX-License-Identifier: GPL-3.0-or-later
// The console's way to change anything: a command of the session's table. Who asks with a place of
// its own for a refusal gets the answer; else the window tells it.
#pragma once

#include <functional>

#include <QObject>
#include <QPointer>

#include "core/change/command_request.h"
#include "core/plan/effect.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class CommandRunner final : public QObject {
    Q_OBJECT

public:
    using Then = std::function<void(const Result<CommandAnswer>&)>;
    using Tried = std::function<void(const Effect&)>;
    using Go = std::function<void()>;
    // Before a change that takes somebody's run or place: what is asked, and the verb that does it.
    struct Question {
        QString text;
        QString verb;
    };

    explicit CommandRunner(SessionBridge& bridge, QObject* parent = nullptr);

    // Whether the person at the console may run it on something. A recorded run takes those that
    // are events.
    bool may(std::string_view command) const;
    // Why not; empty if it may.
    QString whyNot(std::string_view command) const;
    // Why a recorded run cannot be changed so.
    static QString recordedText();
    // Why nothing at all can be changed.
    static QString readOnlyText();

    const SessionBridge& bridge() const { return bridge_; }

    // The person has seen what the present view shows: later changes of the same thing refuse it.
    void run(CommandRequest request);
    void run(CommandRequest request, QObject* context, Then then);

    // Whose work it would touch if it were run now, or why it would be refused.
    void tryOut(CommandRequest request, QObject* context, Tried then);

    // Of what is given without a dialog: tried first, and where it would evict or reject anybody
    // the window asks. Who leaves it as it is gets no answer.
    void runUnlessItHits(const Question& question, CommandRequest request, QObject* context,
                         Then then);
    void runUnlessItHits(const Question& question, CommandRequest request);

signals:
    void asks(const apportion::ui::CommandRunner::Question& question,
              const apportion::Effect& trial, const apportion::ui::CommandRunner::Go& go);
    void refused(const apportion::Problems& problems);
    void done(const apportion::CommandAnswer& answer);

private:
    CommandRequest asSeen(CommandRequest request) const;
    Then toldByWindow();

    SessionBridge& bridge_;
};

// As it is told beside a form, which has no places and no keys of a file.
Message asInForm(Message message);
// The first problem with what mends it, in one line.
QString refusalText(const Problems& problems);

}  // namespace apportion::ui
