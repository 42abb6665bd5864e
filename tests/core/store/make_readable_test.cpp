// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/make_readable.h"

#include <gtest/gtest.h>

#include "core/store/project_values.h"

namespace apportion::store {
namespace {

// Of a pool that nothing could be read of.
TEST(MakeReadable, APoolThatIsMadeAnewHasTheNameOfItsFile) {
    Objects objects;
    const auto dropped = makeReadable(objects, "ana", "lab");
    ASSERT_FALSE(dropped.empty());
    EXPECT_EQ(dropped.front().code, "recover-object-made");
    const auto project = projectFrom(objects, {});
    ASSERT_TRUE(project);
    EXPECT_EQ(project->pool.name, "lab");
}

}  // namespace
}  // namespace apportion::store
