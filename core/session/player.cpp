// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/player.h"

#include <algorithm>

#include "core/view/issues/most_of_a_kind.h"
#include "core/view/view_builder.h"

namespace apportion {

Player::Player(std::shared_ptr<const Scenario> scenario)
    : scenario_(std::move(scenario)), recording_(scenario_), here_(recording_.nearest(0)) {
    wish(Wish::at, 0);
}

void Player::wish(Wish wish, Instant at) {
    wish_ = wish;
    wished_ = at;
    if (wish != Wish::none && !target())
        stopped_ = false;
}

void Player::play() {
    if (recording_.complete() && clock() >= recording_.end())
        wish(Wish::at, 0);
    stopped_ = false;
    playing_ = true;
}

void Player::pause() {
    playing_ = false;
}

void Player::setSpeed(int speed) {
    speed_ = std::clamp(speed, kSlowest, kFastest);
}

void Player::stepForward() {
    playing_ = false;
    wish(Wish::nextInstant);
}

void Player::stepBack() {
    playing_ = false;
    const auto& instants = recording_.instants();
    const auto here = std::lower_bound(instants.begin(), instants.end(), clock());
    wish(Wish::at, here == instants.begin() ? 0 : *std::prev(here));
}

void Player::nextEvent() {
    playing_ = false;
    wish(Wish::nextMark);
}

void Player::seek(Instant at) {
    wish(Wish::at, std::max<Instant>(at, 0));
}

void Player::toEnd() {
    playing_ = false;
    wish(Wish::end);
}

void Player::stopLookingAhead() {
    stopped_ = true;
    playing_ = false;
    if (!target())
        wish_ = Wish::none;
}

void Player::advance(Duration wall) {
    if (!playing_ || wish_ != Wish::none)
        return;
    Instant next = clock() + wall * speed_;
    const Instant known = recording_.complete() ? recording_.end() : recording_.reached();
    if (next >= known) {
        next = std::max(known, clock());
        playing_ = !recording_.complete();
    }
    if (next > clock())
        wish(Wish::at, next);
}

std::optional<Instant> Player::target() const {
    const bool complete = recording_.complete();
    const auto known = [&](Instant at) -> std::optional<Instant> {
        if (complete)
            return std::min(at, std::max(recording_.end(), Instant{0}));
        if (at <= recording_.reached() && !recording_.instants().empty())
            return at;
        return std::nullopt;
    };
    switch (wish_) {
        case Wish::none:
            return std::nullopt;
        case Wish::at:
            return known(wished_);
        case Wish::nextInstant: {
            const auto& instants = recording_.instants();
            const auto next = std::upper_bound(instants.begin(), instants.end(), clock());
            if (next != instants.end())
                return *next;
            break;
        }
        case Wish::nextMark: {
            const auto& marks = recording_.marks();
            const auto next =
                std::upper_bound(marks.begin(), marks.end(), clock(),
                                 [](Instant at, const Mark& mark) { return at < mark.at; });
            if (next != marks.end())
                return next->at;
            break;
        }
        case Wish::end:
            break;
    }
    if (complete)
        return std::max(recording_.end(), clock());
    return std::nullopt;
}

void Player::move(Instant target, Deadline deadline) {
    const Simulation& snapshot = recording_.nearest(target);
    const bool onTheWay = coming_ && coming_->now() <= target && snapshot.now() <= coming_->now();
    if (here_.now() <= target && snapshot.now() <= here_.now())
        coming_.reset();
    else if (!onTheWay)
        coming_ = snapshot;
    Simulation& moving = coming_ ? *coming_ : here_;
    while (moving.next() && *moving.next() <= target) {
        moving.step();
        if (std::chrono::steady_clock::now() >= deadline && moving.next() &&
            *moving.next() <= target)
            return;
    }
    moving.runTo(target);
    if (coming_)
        here_ = std::move(*coming_);
    coming_.reset();
    wish_ = Wish::none;
}

void Player::work(Deadline deadline) {
    if (const auto at = target())
        move(*at, deadline);
    else if (!recording_.complete() && (!stopped_ || wish_ != Wish::none))
        recording_.advance(deadline);
}

bool Player::busy() const {
    return wish_ != Wish::none || (!recording_.complete() && !stopped_);
}

PlayState Player::state() const {
    PlayState state;
    state.end = std::max(recording_.end(), Instant{0});
    state.playing = playing_;
    state.speed = speed_;
    state.complete = recording_.complete();
    state.stopped = stopped_ && !recording_.complete();
    state.waiting = onItsWay();
    state.reached = recording_.reached();
    state.instants = static_cast<std::int64_t>(recording_.instants().size());
    return state;
}

PoolSource sourceOf(const Player& player) {
    const Engine& engine = player.here().engine();
    const Recording& recording = player.recording();
    return {engine,
            engine,
            player.clock(),
            0,
            recording.teams(),
            recording.evictions(),
            recording.starts(),
            nullptr,
            false,
            {},
            engine.pendingReclaims()};
}

View viewOf(Player& player, const std::string& shown) {
    PoolSource source = sourceOf(player);
    source.shown = shown;
    View view = viewOf(source);
    sumUpBeyondMost(view.issues);
    view.play = player.state();
    view.history = player.recording().history();
    return view;
}

}  // namespace apportion
