// SPDX-License-Identifier: GPL-3.0-or-later
// A project of a small pool in a folder of its own, open in a session.
#pragma once

#include <algorithm>

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <QtTest/QTest>

#include "core/io/scenario_reader.h"
#include "core/view/view.h"
#include "tests/ui/typed_command.h"
#include "ui/command_runner.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class ProjectTest : public ::testing::Test {
protected:
    void make(const std::string& scenario) {
        auto pool = parseScenario(scenario, "pool.json");
        ASSERT_TRUE(pool);
        bool done = false;
        bridge.ask(bridge.session().newProject(
                       folder.filePath(QStringLiteral("pool.apportion")).toStdString(),
                       std::move(pool->scenario)),
                   &bridge, [&](const Result<void>& answer) { done = answer.has_value(); });
        ASSERT_TRUE(waitFor([&] { return done && bridge.view()->document.open; }));
    }

    template <typename Condition>
    static bool waitFor(Condition condition) {
        return QTest::qWaitFor(condition, 10'000);
    }

    const QuotaRow* quota(const std::string& name) const {
        for (const QuotaRow& row : bridge.view()->quotas)
            if (row.name == name)
                return &row;
        return nullptr;
    }
    Gpu sizeOf(const std::string& name) const {
        const QuotaRow* row = quota(name);
        return row ? row->numbers.guaranteed / kOneGpu : -1;
    }

    // Answers when the session has taken the change.
    std::string run(const CommandRequest& request) {
        std::string code = "no answer";
        bool done = false;
        runner.run(request, &bridge, [&](const Result<CommandAnswer>& answer) {
            code = answer ? "" : answer.error().front().message.code;
            done = true;
        });
        EXPECT_TRUE(waitFor([&] { return done; }));
        return code;
    }

    QTemporaryDir folder;
    SessionBridge bridge;
    CommandRunner runner{bridge};
};

inline constexpr const char* kPool128 = R"({"apportion": 1, "name": "pool",
 "nodes": [{"name": "n", "count": 16, "gpu": 8, "gpuType": "H100"}],
 "quotas": [{"name": "Quota1", "guaranteed": {"gpu": 128}},
            {"name": "Quota1.1", "parent": "Quota1", "guaranteed": {"gpu": 48}},
            {"name": "Quota1.2", "parent": "Quota1", "guaranteed": {"gpu": 80}}],
 "workspaces": [{"name": "space", "quotas": ["Quota1.1", "Quota1.2"]}]})";

}  // namespace apportion::ui
