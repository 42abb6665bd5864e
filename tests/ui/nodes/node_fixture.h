// SPDX-License-Identifier: GPL-3.0-or-later
// Views of pools with nodes, and a shown map of them.
#pragma once

#include <gtest/gtest.h>

#include <QString>

#include "core/session/session.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

inline ViewPtr viewOfPool(const std::string& json, double seconds) {
    auto view = viewOfText(json, "pool.json", static_cast<Instant>(seconds * 1000));
    EXPECT_TRUE(view) << (view ? "" : render(view.error().front().message));
    return view ? *view : std::make_shared<const View>();
}

// Four nodes: a full one, fractions, one that is cordoned, one down.
inline constexpr const char* kFourNodes = R"({"apportion": 1, "name": "four",
 "nodes": [{"name": "n", "count": 4, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 16}}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [
  {"name": "wide", "quota": "a", "gpu": 8},
  {"name": "part", "quota": "b", "gpu": 0.5, "submit": 1},
  {"name": "pair", "quota": "b", "gpu": 2, "submit": 2}],
 "events": [{"at": 10, "do": "node", "node": "n-3", "state": "cordoned"},
            {"at": 10, "do": "node", "node": "n-4", "state": "down"}],
 "until": 100})";

inline std::string poolOf(int nodes) {
    return R"({"apportion": 1, "nodes": [{"name": "n", "count": )" + std::to_string(nodes) +
           R"(, "gpu": 8}], "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "w", "quota": "a", "gpu": 8}], "until": 10})";
}

}  // namespace apportion::ui
