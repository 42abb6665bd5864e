// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/command_runner.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/model/number_text.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

// Those that a recorded run takes as events of its own.
constexpr std::array<std::string_view, 5> kEvents{"scale", "policy", "nodes.state", "cancel",
                                                  "finish"};

}  // namespace

CommandRequest commandOf(const std::string& id,
                         const std::vector<std::pair<std::string, std::string>>& arguments) {
    std::map<std::string, std::vector<std::string>> values;
    for (const auto& [name, value] : arguments)
        values[name].push_back(value);
    CommandRequest request;
    request.id = id;
    for (auto& [name, list] : values)
        request.arguments.set(name, std::move(list));
    return request;
}

std::string gpuArgumentText(Gpu gpu) {
    return gpuText(gpu);
}

CommandRunner::CommandRunner(SessionBridge& bridge, QObject* parent)
    : QObject(parent), bridge_(bridge) {}

bool CommandRunner::may(std::string_view command) const {
    const DocumentState& document = bridge_.view()->document;
    if (!document.open)
        return false;
    if (document.mode == PoolMode::recorded)
        return std::find(kEvents.begin(), kEvents.end(), command) != kEvents.end();
    return std::find(document.allowed.begin(), document.allowed.end(), command) !=
           document.allowed.end();
}

void CommandRunner::run(CommandRequest request) {
    run(std::move(request), this, [this](const Result<CommandAnswer>& answer) {
        if (!answer)
            emit refused(answer.error());
    });
}

void CommandRunner::run(CommandRequest request, QObject* context, Then then) {
    const DocumentState& document = bridge_.view()->document;
    if (document.mode != PoolMode::recorded && !request.seen)
        request.seen = document.revision;
    bridge_.ask(bridge_.session().run(std::move(request)), context,
                [this, then = std::move(then)](const Result<CommandAnswer>& answer) {
                    if (answer)
                        emit done(*answer);
                    then(answer);
                });
}

QString refusalText(const Problems& problems) {
    const Message& message = problems.front().message;
    const QString remedy = remedyText(message);
    return remedy.isEmpty() ? messageText(message)
                            : CommandRunner::tr("%1 %2", "what is wrong, what mends it")
                                  .arg(messageText(message), remedy);
}

}  // namespace apportion::ui
