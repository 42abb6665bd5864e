// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/command_runner.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/view/view.h"
#include "ui/texts.h"

namespace apportion::ui {

CommandRunner::CommandRunner(SessionBridge& bridge, QObject* parent)
    : QObject(parent), bridge_(bridge) {}

bool CommandRunner::may(std::string_view command) const {
    return bridge_.view()->document.offers(command);
}

QString CommandRunner::whyNot(std::string_view command) const {
    const DocumentState& document = bridge_.view()->document;
    if (may(command))
        return {};
    if (!document.open)
        return tr("Nothing is open");
    if (document.reading > 0)
        return tr("The workloads are still being read");
    if (!document.can.journal)
        return recordedText();
    return document.readOnly ? readOnlyText() : tr("Your role does not allow it");
}

QString CommandRunner::recordedText() {
    return tr("Not in a recorded run: make a project of it");
}

QString CommandRunner::readOnlyText() {
    return tr("The file is read-only");
}

CommandRequest CommandRunner::asSeen(CommandRequest request) const {
    const DocumentState& document = bridge_.view()->document;
    if (document.can.journal && !request.seen)
        request.seen = document.revision;
    return request;
}

CommandRunner::Then CommandRunner::toldByWindow() {
    return [this](const Result<CommandAnswer>& answer) {
        if (!answer)
            emit refused(answer.error());
    };
}

void CommandRunner::run(CommandRequest request) {
    run(std::move(request), this, toldByWindow());
}

void CommandRunner::run(CommandRequest request, QObject* context, Then then) {
    bridge_.ask(bridge_.session().run(asSeen(std::move(request))), context,
                [this, then = std::move(then)](const Result<CommandAnswer>& answer) {
                    if (answer)
                        emit done(*answer);
                    then(answer);
                });
}

void CommandRunner::tryOut(CommandRequest request, QObject* context, Tried then) {
    bridge_.ask(bridge_.session().tryCommand(std::move(request)), context,
                [then = std::move(then)](const std::optional<Effect>& trial) {
                    then(trial.value_or(Effect()));
                });
}

void CommandRunner::runUnlessItHits(const Question& question, CommandRequest request,
                                    QObject* context, Then then) {
    // A recorded run loses nothing by it: what is taken back is as if it never was.
    if (!bridge_.view()->document.can.journal)
        return run(std::move(request), context, std::move(then));
    // What is asked about is what was seen, whatever others do while one reads.
    const CommandRequest seen = asSeen(std::move(request));
    const QPointer<QObject> alive(context);
    const Go go = [this, seen, alive, then = std::move(then)] {
        if (alive)
            run(seen, alive, then);
    };
    tryOut(seen, context, [this, question, go](const Effect& trial) {
        if (trial.hitsAnybody())
            emit asks(question, trial, go);
        else
            go();
    });
}

void CommandRunner::runUnlessItHits(const Question& question, CommandRequest request) {
    runUnlessItHits(question, std::move(request), this, toldByWindow());
}

Message asInForm(Message message) {
    constexpr std::array<std::string_view, 4> kInForm{"duplicate-name", "min-replicas-above",
                                                      "range-reversed", "no-modules"};
    if (std::find(kInForm.begin(), kInForm.end(), message.code) != kInForm.end())
        message.code += ".form";
    return message;
}

QString refusalText(const Problems& problems) {
    const Message message = asInForm(problems.front().message);
    const QString remedy = remedyText(message);
    return remedy.isEmpty() ? messageText(message)
                            : CommandRunner::tr("%1 %2", "what is wrong, what mends it")
                                  .arg(messageText(message), remedy);
}

}  // namespace apportion::ui
