// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/base_stamp.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>

#include "core/store/project_file.h"

namespace apportion {

namespace {

Moment sinceEpoch(std::chrono::system_clock::time_point at) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count();
}

// False also where it cannot be told.
bool keeps(ProjectFile& file, ObjectKind kind, Revision since) {
    bool kept = true;
    return file.eachFact(kind, since + 1, [&](Moment, std::string_view) { kept = false; }) && kept;
}

}  // namespace

std::string stampOf(const LoadedBase& base) {
    std::string stamp;
    for (const std::string& input : base.inputs)
        for (const char* const suffix : {"", "-wal"}) {
            std::error_code none;
            const std::filesystem::path file(input + suffix);
            const auto size = input.empty() ? 0 : std::filesystem::file_size(file, none);
            if (input.empty() || none)
                continue;
            const auto written = std::filesystem::last_write_time(file, none);
            stamp += std::to_string(size) + ' ' +
                     std::to_string(written.time_since_epoch().count()) + '\n';
        }
    return stamp;
}

BaseMove moveOf(const Plan& plan, const LoadedBase& base) {
    const auto* project = std::get_if<ProjectBase>(&plan.base);
    if (project == nullptr)
        return BaseMove::pool;
    auto file = ProjectFile::open(base.path, OpenMode::readOnly);
    const auto revision = file ? file->revision() : Result<Revision>(0);
    if (!revision || *revision < base.revision)
        return BaseMove::pool;
    if (*revision == base.revision)
        return BaseMove::none;
    // A part of the past has its own sizes, and the nodes of the present.
    if (!keeps(*file, ObjectKind::nodes, base.revision))
        return BaseMove::pool;
    if (project->to != 0)
        return BaseMove::none;
    for (const ObjectKind kind : {ObjectKind::pool, ObjectKind::nodeState, ObjectKind::quota,
                                  ObjectKind::workspace, ObjectKind::temporary})
        if (!keeps(*file, kind, base.revision))
            return BaseMove::pool;
    return BaseMove::work;
}

Moment writtenOf(const LoadedBase& base) {
    if (base.revision > 0)
        return sinceEpoch(std::chrono::system_clock::now());
    Moment latest = 0;
    for (const std::string& input : base.inputs) {
        std::error_code none;
        const auto written = std::filesystem::last_write_time(input, none);
        if (!input.empty() && !none)
            latest =
                std::max(latest, sinceEpoch(std::chrono::time_point_cast<std::chrono::milliseconds>(
                                     std::chrono::file_clock::to_sys(written))));
    }
    return latest;
}

}  // namespace apportion
