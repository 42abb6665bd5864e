// SPDX-License-Identifier: GPL-3.0-or-later
// NVML through a library that plays it (tests/fakes).
#include "core/cluster/local/devices/nvml.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/cluster/local/keeper/built_things.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;

class NvmlTest : public ::testing::Test {
protected:
    ~NvmlTest() override { unsetenv("APPORTION_FAKE_NVML"); }
    static Result<Nvml> fake(const char* behaviour) {
        setenv("APPORTION_FAKE_NVML", behaviour, 1);
        return Nvml::open(kFakeNvml);
    }
};

TEST_F(NvmlTest, TellsEachDeviceAndHowBusyItIs) {
    auto nvml = fake("3");
    ASSERT_TRUE(nvml);
    const auto devices = nvml->devices();
    ASSERT_TRUE(devices);
    ASSERT_EQ(devices->size(), 3U);
    EXPECT_EQ((*devices)[2], (FoundDevice{2, "GPU-fake-2", "Fake H100", 80 * kOneGib}));
    const auto use = nvml->use();
    ASSERT_EQ(use.size(), 3U);
    EXPECT_EQ(use[1], (DeviceUse{20, 2 * kOneGib}));
}

TEST_F(NvmlTest, SaysWhatTheDriverSays) {
    const auto broken = fake("broken");
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().front().message.code, "nvml-failed");
    EXPECT_THAT(render(broken.error().front().message), HasSubstr("Driver Not Loaded"));
    auto lost = fake("lost");
    ASSERT_TRUE(lost);
    const auto devices = lost->devices();
    ASSERT_FALSE(devices);
    EXPECT_THAT(render(devices.error().front().message), HasSubstr("GPU is lost"));
    // The other one still tells.
    const auto use = lost->use();
    ASSERT_EQ(use.size(), 2U);
    EXPECT_TRUE(use[0]);
    EXPECT_FALSE(use[1]);
}

TEST_F(NvmlTest, SaysThatThereIsNoLibraryOrThatItIsAnother) {
    const auto none = Nvml::open("libno-such-library.so.1");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().front().message.code, "nvml-missing");
    EXPECT_THAT(render(none.error().front().message), HasSubstr("libno-such-library.so.1"));
    const auto other = Nvml::open("libm.so.6");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().front().message.code, "nvml-failed");
    EXPECT_THAT(render(other.error().front().message), HasSubstr("nvmlInit_v2"));
}

}  // namespace
}  // namespace apportion::testing
