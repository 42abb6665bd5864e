// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/session/project_outline.h"
#include "core/store/project_file.h"

namespace apportion::testing {

// Of the file at `path`; null where it has no more work than `most`.
inline Result<std::shared_ptr<const View>> outlineAt(const std::string& path,
                                                     const std::string& who, const WallClock& clock,
                                                     std::int64_t most) {
    auto file = ProjectFile::open(path, OpenMode::readOnly);
    if (!file)
        return tl::unexpected(std::move(file.error()));
    const auto source = outlineSourceOf(*file, most);
    if (!source)
        return tl::unexpected(source.error());
    if (!*source)
        return nullptr;
    auto outline = outlineOf(**source, who, clock);
    if (!outline)
        return tl::unexpected(std::move(outline.error()));
    return outline->view;
}

}  // namespace apportion::testing
