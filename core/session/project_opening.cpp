// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project_opening.h"

#include <utility>

#include "core/session/project_outline.h"

namespace apportion {

namespace {

using Outline = std::promise<std::shared_ptr<const View>>;

// Draws it from what the file says at first, while the rest is read.
class Drawing {
public:
    explicit Drawing(std::shared_ptr<Outline> outline) : outline_(std::move(outline)) {}

    Result<void> begin(ProjectFile& file) {
        if (drawn_.valid())
            return {};
        auto source = outlineSourceOf(file);
        if (!source)
            return tl::unexpected(std::move(source.error()));
        if (*source)
            drawn_ =
                std::async(std::launch::async, [outline = outline_, source = std::move(**source)] {
                    outline->set_value(outlineOf(source).value_or(nullptr));
                });
        return {};
    }

    bool begun() const { return drawn_.valid(); }

private:
    std::shared_ptr<Outline> outline_;
    std::future<void> drawn_;
};

}  // namespace

ProjectOpening openBeside(const std::filesystem::path& file, std::function<void()> ready) {
    auto outline = std::make_shared<Outline>();
    auto project = std::make_shared<std::promise<Result<std::unique_ptr<OpenProject>>>>();
    ProjectOpening opening{outline->get_future(), project->get_future(), {}};
    opening.reader =
        std::async(std::launch::async, [file, ready = std::move(ready), outline, project] {
            Drawing drawing(outline);
            auto opened = OpenProject::open(file, {}, systemMoment,
                                            [&](ProjectFile& each) { return drawing.begin(each); });
            if (!drawing.begun())
                outline->set_value(nullptr);
            project->set_value(std::move(opened));
            ready();
        });
    return opening;
}

}  // namespace apportion
