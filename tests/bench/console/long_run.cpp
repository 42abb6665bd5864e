// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/console/long_run.h"

#include <cstdio>
#include <fstream>

#include <QTemporaryDir>

#include "core/plan/draft/quota_draft.h"
#include "core/session/project/desk.h"
#include "core/view/new_pool.h"
#include "core/view/view.h"
#include "tests/bench/console/console_run.h"
#include "tests/bench/console/stalls.h"
#include "ui/console/console_pages.h"
#include "ui/files/file_flow.h"
#include "ui/main_window/main_window.h"
#include "ui/settings.h"
#include "ui/widgets/look.h"

namespace apportion::bench {

namespace {

using namespace std::chrono_literals;

constexpr auto kAtMost = 20s;
constexpr auto kBetween = 20ms;  // 50 a second, of which each runs for one

CommandRequest submission(int number) {
    return {SubmitWork{.quota = number % 2 == 0 ? "A" : "B",
                       .gpu = 2 * kOneGpu,
                       .name = "workload-" + std::to_string(number),
                       .duration = kSecond}};
}

bool makeProject(const std::string& file) {
    NewPool pool;
    pool.name = pool.root = "Pool";
    pool.nodes = 16;
    pool.teams = {{"A", 64 * kOneGpu}, {"B", 64 * kOneGpu}};
    const auto scenario = poolOf(pool);
    Problems notes;
    return scenario && ProjectDesk::create(file, *scenario, notes);
}

}  // namespace

int longRun(int argc, char** argv, int work, const std::string& file) {
    if (!makeProject(file))
        return 1;
    StallWatch app(argc, argv);
    const QTemporaryDir profile;
    ui::Settings settings(profile.path());
    ui::installLook(ui::Theme::Light);
    ui::MainWindow window(settings, ui::consolePages());
    window.resize(1440, 900);
    window.show();
    window.files().open(QString::fromStdString(file));
    const auto view = [&]() -> const View& { return *window.bridge().view(); };
    if (!app.waitFor([&] { return view().document.open && window.isSettled(); }, kAtMost))
        return 1;
    window.bridge().session().goLive();
    if (!app.waitFor([&] { return view().document.isLive(); }, kAtMost))
        return 1;
    window.showView(QStringLiteral("workloads"));
    for (int number = 1; number <= work; ++number) {
        const auto begin = Clock::now();
        window.bridge().session().run(submission(number));
        app.waitFor([&] { return Clock::now() - begin > kBetween; }, kAtMost);
        if (number % kEach == 0) {
            std::printf("rss_%d %.1f\n", number, megabytes("VmRSS"));
            std::fflush(stdout);
        }
    }
    return view().key.ended > 0 ? 0 : 1;
}

}  // namespace apportion::bench
