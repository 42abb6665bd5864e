// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/console/console_run.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <QHeaderView>
#include <QScrollBar>
#include <QTemporaryDir>

#include "core/session/project_listing.h"
#include "tests/bench/console/stalls.h"
#include "ui/console/console_pages.h"
#include "ui/files/file_flow.h"
#include "ui/main_window/main_window.h"
#include "ui/quota_tree/quota_model.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/settings.h"
#include "ui/widgets/look.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/tree_view.h"

namespace apportion::bench {

namespace {

using namespace std::chrono_literals;

constexpr auto kOpenAtMost = 120s;
constexpr auto kRest = 400ms;      // longer than a search field waits for the typing to rest
constexpr auto kTrimmed = 4500ms;  // longer than the console keeps memory it no longer needs
constexpr int kUpdates = 15;
constexpr int kScrolls = 60;

void print(const std::string& name, double value) {
    std::printf("%s %.3f\n", name.c_str(), value);
    std::fflush(stdout);
}

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// A moment later: every twentieth quota has other numbers, and the clock has moved.
ui::ViewPtr later(const ui::ViewPtr& view, int step) {
    View next = *view;
    next.clock += step * kSecond;
    for (std::size_t i = static_cast<std::size_t>(step) % 20; i < next.quotas.size(); i += 20)
        next.quotas[i].numbers.subtree += kOneGpu;
    if (!next.waiting.empty())
        next.waiting.front().status.waited += step * kSecond;
    return std::make_shared<const View>(std::move(next));
}

class Drive {
public:
    Drive(StallWatch& app, ui::MainWindow& window) : app_(app), window_(window) {}

    void all() {
        updates();
        scroll();
        const auto tree = [this] { return window_.quotas().findChild<ui::SearchField*>(); };
        type("filter", *tree(), "7");
        type("filter_back", *tree(), "");
        stall("sort", [this] {
            emit window_.quotas().tree()->header()->sectionClicked(ui::QuotaModel::usedColumn);
        });
        for (const char* page : {"workloads", "charts", "nodes", "history"})
            stall(page, [&] { window_.showView(QLatin1String(page)); });
        window_.showView(QStringLiteral("workloads"));
        rest();
        for (ui::SearchField* field : window_.findChildren<ui::SearchField*>())
            if (field->isVisible() && !window_.quotas().isAncestorOf(field))
                type("work_filter", *field, "9");
        window_.showView(QStringLiteral("overview"));
        rest();
        stall("palette", [this] { window_.showView(QStringLiteral("palette")); });
    }

private:
    void rest() {
        const auto begin = Clock::now();
        app_.waitFor([&] { return Clock::now() - begin > kRest && window_.isSettled(); },
                     kOpenAtMost);
    }
    // Of what follows from `act`, itself included.
    void stall(const std::string& name, const std::function<void()>& act) {
        rest();
        app_.takeLongest();
        const auto begin = Clock::now();
        act();
        const double acting = millisecondsSince(begin);
        rest();
        print(name + "_stall", std::max(acting, app_.takeLongest()));
    }
    void type(const std::string& name, ui::SearchField& field, const char* text) {
        stall(name, [&] { field.setText(QString::fromLatin1(text)); });
    }
    void updates() {
        rest();
        const ui::ViewPtr view = window_.bridge().view();
        std::vector<double> times;
        app_.takeLongest();
        // The session frees them, on a thread of its own.
        std::vector<ui::ViewPtr> given{view};
        for (int step = 1; step <= kUpdates; ++step) {
            const ui::ViewPtr next = given.emplace_back(later(view, step));
            const auto begin = Clock::now();
            emit window_.bridge().changed(next);
            times.push_back(millisecondsSince(begin));
            app_.waitFor([&] { return Clock::now() - begin > 60ms; }, 1s);
        }
        print("update", medianOf(times));
        print("update_stall",
              std::max(*std::max_element(times.begin(), times.end()), app_.takeLongest()));
    }
    void scroll() {
        QScrollBar* bar = window_.quotas().tree()->verticalScrollBar();
        window_.quotas().tree()->expandAll();
        rest();
        app_.takeLongest();
        std::vector<double> times;
        for (int step = 1; step <= kScrolls; ++step) {
            const auto begin = Clock::now();
            bar->setValue(bar->maximum() / kScrolls * step);
            QCoreApplication::processEvents();
            times.push_back(millisecondsSince(begin));
        }
        print("scroll", medianOf(times));
        print("scroll_stall", *std::max_element(times.begin(), times.end()));
    }

    StallWatch& app_;
    ui::MainWindow& window_;
};

}  // namespace

double megabytes(const char* key) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(key))
            return std::stod(line.substr(line.find(':') + 1)) / 1024;
    return 0;
}

int consoleRun(int argc, char** argv, long long begun, const char* file) {
    const Clock::time_point start{std::chrono::nanoseconds(begun)};
    StallWatch app(argc, argv);
    const QTemporaryDir profile;
    // From here on as in app/console.
    ui::Settings settings(profile.path());
    ui::installLook(ui::Theme::Light);
    ui::MainWindow window(settings, ui::consolePages());
    bool first = false;
    bool usable = false;  // the tree of quotas, and all one does with it
    bool listed = false;  // and the rows of the work
    bool shown = false;   // and the sums of it
    app.whenPainted([&] {
        if (!std::exchange(first, true)) {
            print("first_paint", millisecondsSince(start));
            app.takeLongest();
        }
        const DocumentState& document = window.bridge().view()->document;
        if (!usable && document.open) {
            usable = true;
            print("quotas", millisecondsSince(start));
            window.showView(QStringLiteral("workloads"));
        }
        if (!listed && document.open &&
            (document.reading == 0 || isListed(*window.bridge().view()))) {
            listed = true;
            print("content", millisecondsSince(start));
        }
        if (!shown && document.open && document.reading == 0) {
            shown = true;
            print("all", millisecondsSince(start));
            window.showView(QStringLiteral("overview"));
        }
    });
    window.show();
    if (*file != '\0')
        window.files().open(QString::fromLocal8Bit(file));
    const auto settled = [&] {
        const View& view = *window.bridge().view();
        return first && window.isSettled() &&
               (*file == '\0' || (shown && view.play.complete && !view.play.waiting));
    };
    if (!app.waitFor(settled, kOpenAtMost))
        std::fprintf(stderr, "%s: not known to its end after two minutes\n", file);
    print("settled", millisecondsSince(start));
    print("open_stall", app.takeLongest());
    const auto open = Clock::now();
    app.waitFor([&] { return Clock::now() - open > kTrimmed; }, kOpenAtMost);
    print("rss", megabytes("VmRSS"));
    print("peak", megabytes("VmHWM"));
    if (shown)
        Drive(app, window).all();
    print("rss_after", megabytes("VmRSS"));
    return 0;
}

}  // namespace apportion::bench
