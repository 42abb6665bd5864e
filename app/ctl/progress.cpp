// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/progress.h"

#include <algorithm>

#include <sys/ioctl.h>
#include <unistd.h>

#include "app/ctl/words.h"

namespace apportion::ctl {

namespace {

// To the terminal itself: standard error shows what moves the cursor.
void put(const std::string& text) {
    [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
}

constexpr std::chrono::milliseconds kBetweenUpdates{200};

}  // namespace

Progress::Progress(std::string what)
    : what_(std::move(what)), visible_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
    if (shown_)
        put("\r\033[K");
}

std::function<void(const RunProgress&)> Progress::callback() {
    if (!visible_)
        return {};
    return [this](const RunProgress& progress) { show(progress); };
}

void Progress::show(const RunProgress& progress) {
    const Clock::time_point now = Clock::now();
    if (!first_) {
        begin_ = last_ = now;
        first_ = progress;
    }
    if (now - last_ < kBetweenUpdates || progress.all == 0)
        return;
    last_ = now;
    shown_ = true;
    const Duration elapsed =
        std::chrono::duration_cast<std::chrono::milliseconds>(now - begin_).count();
    std::string text = what_ + ": " + std::to_string(100 * progress.done / progress.all) + " %";
    if (const auto left = timeLeft(*first_, progress, elapsed))
        text += ", about " + durationWords((*left / kSecond + 1) * kSecond) + " left";
    if (progress.at > 0)
        text += "; the clock stands at " + durationWords(progress.at);
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
        text.resize(std::min<std::size_t>(text.size(), size.ws_col - 1U));
    put("\r" + text + "\033[K");
}

}  // namespace apportion::ctl
