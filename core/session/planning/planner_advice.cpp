// SPDX-License-Identifier: GPL-3.0-or-later
// The advisor of an open plan: a search that is stopped keeps what it found and can go on.
#include <thread>

#include "core/session/planning/planner.h"

namespace apportion {

struct Planner::Advising {
    std::shared_ptr<const PlanBase> base;
    Futures futures;
    AdviceRequest request;
    std::unique_ptr<Advisor> advisor;
    std::stop_source gone;  // nobody asks for its answer any more
};

void Planner::forgetAdvice() {
    advising_.request_stop();
    if (advice_)
        advice_->gone.request_stop();
    advice_.reset();
}

void Planner::advise(AdviceRequest request) {
    const std::lock_guard lock(mutex_);
    if (!view_.open)
        return;
    forgetAdvice();
    advising_ = std::stop_source();
    view_.advice = {};
    view_.advice.running = true;
    view_.advice.request = request;
    advisor_.post([this, request = std::move(request), draft = view_.draft, file = view_.file,
                   stop = advising_.get_token()]() mutable {
        draft.plan.sets.clear();
        draft.muted.clear();
        std::vector<std::size_t> places;
        const Result<PreparedPlan> plan = prepared(draft, file, places);
        Problems why = plan ? whyNoAdvice(*plan->base, request) : plan.error();
        if (!why.empty())
            return tell(
                stop,
                [&](PlanView& view) {
                    view.advice.running = false;
                    view.advice.problems = std::move(why);
                },
                false);
        auto advising = std::make_shared<Advising>();
        advising->base = plan->base;
        advising->futures = plan->plan().futures;
        advising->request = std::move(request);
        SweepOptions options;
        options.threads = std::max(1U, std::thread::hardware_concurrency());
        advising->advisor = std::make_unique<Advisor>(*advising->base, advising->request,
                                                      advising->futures, options);
        {
            const std::lock_guard inner(mutex_);
            if (stop.stop_requested())
                return;
            advice_ = std::move(advising);
        }
        search(stop);
    });
    publish();
}

void Planner::advise(Advice what) {
    const std::lock_guard lock(mutex_);
    if (what == Advice::stop) {
        advising_.request_stop();
        return;
    }
    if (!advice_ || view_.advice.running)
        return;
    advising_ = std::stop_source();
    view_.advice.running = true;
    advisor_.post([this, stop = advising_.get_token()] { search(stop); });
    publish();
}

// On the advisor's thread. What was found until a stop is answered too; what is closed meanwhile
// is not.
void Planner::search(const std::stop_token& stop) {
    std::shared_ptr<Advising> advising;
    {
        const std::lock_guard lock(mutex_);
        advising = advice_;
    }
    if (!advising)
        return;
    RunControl control(stop);
    Advisor& advisor = *advising->advisor;
    advisor.watchWith(&control);
    const auto isOpen = [&] { return advice_ == advising; };
    advisor.search(advising->request.most, [&](const Advisor::Progress& now) {
        tell(
            {},
            [&](PlanView& view) {
                if (!isOpen())
                    return;
                view.advice.tried = now.tried;
                view.advice.bestPrice = now.bestPrice;
                const auto& points = advisor.points();
                view.advice.points.insert(
                    view.advice.points.end(),
                    points.begin() + static_cast<std::ptrdiff_t>(view.advice.points.size()),
                    points.end());
            },
            true);
    });
    RunControl answering(advising->gone.get_token());
    advisor.watchWith(&answering);
    AdviceAnswer answer = advisor.answer();
    const bool over = advisor.isOver();
    tell(
        {},
        [&](PlanView& view) {
            if (!isOpen())
                return;
            view.advice.running = false;
            view.advice.tried = answer.tried;
            view.advice.answer = std::move(answer);
            view.advice.canContinue = !over;
        },
        false);
}

}  // namespace apportion
