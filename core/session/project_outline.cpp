// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project_outline.h"

#include "core/model/date_text.h"
#include "core/store/process_identity.h"
#include "core/store/project_values.h"
#include "core/view/snapshot.h"
#include "core/view/view_builder.h"
#include "core/view/visible_rows.h"

namespace apportion {

Result<std::optional<OutlineSource>> outlineSourceOf(ProjectFile& file, std::int64_t most) {
    const auto workloads = file.count(ObjectKind::workload);
    if (!workloads)
        return tl::unexpected(workloads.error());
    if (*workloads <= most)
        return std::nullopt;
    const auto begun = file.begun();
    if (!begun)
        return tl::unexpected(begun.error());
    auto objects = file.objects(store::Extent::configuration);
    if (!objects)
        return tl::unexpected(std::move(objects.error()));
    return OutlineSource{file.path(), *begun, *workloads, std::move(*objects)};
}

Result<Outline> outlineOf(const OutlineSource& source, const std::optional<std::string>& who,
                          const WallClock& clock) {
    auto project = store::projectFrom(source.objects, source.file);
    if (!project)
        return tl::unexpected(std::move(project.error()));

    const Moment now = clock();
    const Moment epoch = source.begun.value_or(now);
    const Engine idle = engineOf(*project, now);
    const std::string asker = who.value_or(store::systemUser());
    const std::vector<TeamInfo> teams = visibleTeams(asker, *project);
    const std::vector<Eviction> evictions;
    const std::vector<FirstStart> starts;
    auto view = std::make_shared<View>(
        viewOf({idle, idle, now - epoch, now - epoch, teams, evictions, starts, nullptr, true}));
    // Said of a pool without work they would be wrong.
    view->issues.clear();
    view->nodes = {};
    view->history = std::make_shared<const History>();
    view->play = {};
    view->play.end = view->clock;
    view->play.complete = true;
    view->document.open = true;
    view->document.name = project->pool.name;
    view->document.file = source.file;
    view->document.epoch = momentText(epoch);
    view->document.can = {.journal = true, .goLive = true};
    view->document.who = asker;
    view->document.revision = project->revision;
    view->document.reading = source.workloads;
    keepVisible(*view, asker, *project, {});
    return Outline{std::move(*project), epoch, std::move(view)};
}

}  // namespace apportion
