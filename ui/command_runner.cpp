// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/command_runner.h"

#include <map>

#include "core/model/number_text.h"
#include "ui/texts.h"

namespace apportion::ui {

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
    return bridge_.view()->document.offers(command);
}

QString CommandRunner::whyNot(std::string_view command) const {
    const DocumentState& document = bridge_.view()->document;
    if (may(command))
        return {};
    if (!document.open)
        return tr("Nothing is open");
    if (document.reading > 0)
        return tr("The work of the file is still being read");
    if (document.mode == PoolMode::recorded)
        return tr("A recorded run cannot: make a project of it");
    return document.readOnly ? tr("The file can only be read") : tr("Your role does not allow it");
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
    Message message = problems.front().message;
    if (message.code == "duplicate-name")  // a form has no places of a file
        message.code += ".form";
    const QString remedy = remedyText(message);
    return remedy.isEmpty() ? messageText(message)
                            : CommandRunner::tr("%1 %2", "what is wrong, what mends it")
                                  .arg(messageText(message), remedy);
}

}  // namespace apportion::ui
