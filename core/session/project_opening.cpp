// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project_opening.h"

#include <optional>
#include <utility>

#include "core/session/project_listing.h"
#include "core/session/project_outline.h"

namespace apportion {

namespace {

using Shown = std::shared_ptr<const View>;

// Keeps its promise whatever becomes of what is to keep it.
template <typename T, typename Make>
void keep(std::promise<T>& promise, Make&& make) {
    try {
        promise.set_value(make());
    } catch (...) {
        promise.set_exception(std::current_exception());
    }
}

// What is shown of it meanwhile, each drawn on a thread of its own while the rest is read: the
// quotas from what the file says at first, then its work as it stands there.
class Drawing {
public:
    Drawing(std::promise<Shown> outline, std::promise<Shown> listing, std::function<void()> ready,
            WallClock clock)
        : outline_(std::move(outline)),
          listing_(std::move(listing)),
          ready_(std::move(ready)),
          clock_(std::move(clock)) {}
    Drawing(const Drawing&) = delete;
    Drawing& operator=(const Drawing&) = delete;
    ~Drawing() {
        if (!outlined_.valid())
            outline_.set_value(nullptr);
        if (!isListed() && !listed_.valid())
            listing_.set_value(nullptr);
    }

    Result<void> outline(ProjectFile& file) {
        if (outlined_.valid())
            return {};
        auto source = outlineSourceOf(file);
        if (!source)
            return tl::unexpected(std::move(source.error()));
        if (*source)
            outlined_ = std::async(std::launch::async, [this, source = std::move(**source)] {
                auto drawn = std::make_shared<Outline>();
                keep(outline_, [&] {
                    *drawn = outlineOf(source, {}, clock_).value_or(Outline());
                    return drawn->view;
                });
                return drawn;
            });
        return {};
    }

    // While most of it is still being read.
    void listFirst(store::FirstWork&& first) {
        if (!outlined_.valid() || firstListed_.valid())
            return;
        firstListed_ = std::async(std::launch::async, [this, first = std::move(first)]() mutable {
            Outline& drawn = *outlined_.get();
            if (!drawn.view)
                return false;
            auto listing = listingOf(std::move(drawn.project), std::move(first),
                                     drawn.view->document.who, drawn.epoch, clock_());
            if (!listing)
                return false;
            listing_.set_value(listed(*drawn.view, std::move(*listing)));
            ready_();
            return true;
        });
    }

    void list(ProjectDesk& desk) {
        if (!outlined_.valid() || listed_.valid() || isListed())
            return;
        const auto project = desk.project();
        const auto epoch = desk.begin();
        if (!project || !epoch)
            return;
        auto listing = listingOf(**project, desk.who(), *epoch, desk.now());
        listed_ = std::async(std::launch::async, [this, listing = std::move(listing)]() mutable {
            keep(listing_, [&]() -> Shown {
                const Shown& drawn = outlined_.get()->view;
                return drawn ? listed(*drawn, std::move(listing)) : nullptr;
            });
            ready_();
        });
    }

private:
    // By its first work; what went wrong with that is told by the rest.
    bool isListed() {
        if (firstListed_.valid())
            try {
                byFirst_ = firstListed_.get();
            } catch (...) {
                byFirst_ = false;
            }
        return byFirst_;
    }

    std::promise<Shown> outline_;
    std::promise<Shown> listing_;
    std::function<void()> ready_;
    WallClock clock_;
    std::shared_future<std::shared_ptr<Outline>> outlined_;
    std::future<bool> firstListed_;
    std::future<void> listed_;
    bool byFirst_ = false;
};

}  // namespace

ProjectOpening openBeside(const std::filesystem::path& file, std::function<void()> ready,
                          const WallClock& clock) {
    std::promise<Shown> outline;
    std::promise<Shown> listing;
    std::promise<Result<std::unique_ptr<ProjectPool>>> project;
    ProjectOpening opening{outline.get_future(), listing.get_future(), project.get_future(), {}};
    opening.reader =
        std::jthread([file, clock, ready = std::move(ready), outline = std::move(outline),
                      listing = std::move(listing),
                      project = std::move(project)](const std::stop_token& stop) mutable {
            {
                Drawing drawing(std::move(outline), std::move(listing), ready, clock);
                keep(project, [&] {
                    return ProjectPool::open(
                        file, {}, clock,
                        {[&](ProjectFile& each) { return drawing.outline(each); },
                         [&](ProjectDesk& desk) { drawing.list(desk); },
                         stop,
                         {View::kMostRows,
                          [&](store::FirstWork&& first) { drawing.listFirst(std::move(first)); }}});
                });
            }
            ready();
        });
    return opening;
}

}  // namespace apportion
