// SPDX-License-Identifier: GPL-3.0-or-later
// Forms of quotas: what is open as a project, and dry runs of commands on it.
#include "core/session/recorded_command.h"
#include "core/session/worker.h"

namespace apportion {

namespace {

Problems objectionsOf(const Result<CommandAnswer>& answer) {
    return answer ? Problems{} : answer.error();
}

CommandRequest dry(CommandRequest request) {
    request.dryRun = true;
    return request;
}

// Calls `use` with what is open.
template <typename Use>
auto withSurroundings(OpenProject* project, const Document& document, const Engine* engine, Use use)
    -> std::optional<decltype(use(std::declval<const DraftSurroundings&>()))> {
    if (engine == nullptr)
        return {};
    if (project != nullptr) {
        ProjectDesk& desk = project->desk();
        const auto state = desk.project();
        if (!state)
            return {};
        // A dry run reads the file anew where somebody wrote.
        const Project kept = **state;
        return use(DraftSurroundings{kept, *engine, desk.who(), [&](const CommandRequest& request) {
                                         return objectionsOf(desk.run(dry(request)));
                                     }});
    }
    const Project kept = poolAt(*document.scenario(), *engine);
    return use(DraftSurroundings{kept, *engine, {}, [&](const CommandRequest& request) {
                                     const auto events =
                                         eventsOf(request, *document.scenario(), *engine);
                                     return events ? Problems{} : events.error();
                                 }});
}

}  // namespace

std::optional<QuotaDraftCheck> Worker::checkQuota(const QuotaDraft& draft) {
    return withSurroundings(project(), document(), engine(), [&](const DraftSurroundings& around) {
        return checkDraft(around, draft);
    });
}

std::optional<QuotaDraft> Worker::firstQuota(const std::string& parent) {
    return withSurroundings(project(), document(), engine(), [&](const DraftSurroundings& around) {
        return firstDraft(around, parent);
    });
}

}  // namespace apportion
