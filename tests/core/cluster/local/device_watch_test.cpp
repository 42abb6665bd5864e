// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/device_watch.h"

#include <cstdlib>
#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "core/cluster/local/device_book.h"
#include "core/cluster/local/device_reader.h"
#include "tests/core/cluster/local/keeper/built_things.h"

namespace apportion::testing {
namespace {

TEST(DeviceWatch, ReadsDevicesOrSaysWhyNot) {
    setenv("APPORTION_FAKE_NVML", "2", 1);
    DeviceWatch watch(kFakeNvml);
    const auto readings = watch.read();
    unsetenv("APPORTION_FAKE_NVML");
    ASSERT_EQ(readings.size(), 2U);
    EXPECT_EQ(readings[1].device.uuid, "GPU-fake-1");
    ASSERT_TRUE(readings[1].use);
    EXPECT_EQ(readings[1].use->percent, 20);
    EXPECT_TRUE(watch.obstacles().empty());
    DeviceWatch none("libno-such-library.so.1");
    EXPECT_TRUE(none.read().empty());
    ASSERT_EQ(none.obstacles().size(), 1U);
    EXPECT_EQ(none.obstacles().front().message.code, "nvml-missing");
}

// One that hangs keeps nobody but those who asked it; the answers come in the order of questions.
TEST(DeviceReader, TellsOfTheDevicesOfOneNodeOnAThreadOfItsOwn) {
    setenv("APPORTION_FAKE_NVML", "2", 1);
    std::promise<std::pair<std::thread::id, std::vector<DeviceReading>>> told;
    {
        DeviceReader reader(kFakeNvml);
        reader.read([&](const std::vector<DeviceReading>& readings) {
            told.set_value({std::this_thread::get_id(), readings});
        });
        const auto [thread, readings] = told.get_future().get();
        EXPECT_NE(thread, std::this_thread::get_id());
        const DeviceUses uses = usesOf(readings, "here", 5);
        EXPECT_EQ(uses.at, 5);
        NodeRow row;
        row.name = "here";
        EXPECT_EQ(useOf(uses, row, 1), 20);
        EXPECT_FALSE(useOf(uses, row, 2)) << "declared, and not there";
        row.name = "another";
        EXPECT_FALSE(useOf(uses, row, 1));
    }
    unsetenv("APPORTION_FAKE_NVML");
    EXPECT_EQ(usesOf({}, "here", 5), DeviceUses()) << "without a driver nothing is known";
    EXPECT_FALSE(useOf(usesOf({{}}, "here", 5), {"here", {}, {}, {}, 1, 0, 0, {}}, 0));
}

std::string numbersOf(const std::optional<std::vector<HeldDevice>>& devices) {
    std::string numbers = devices ? "" : "none";
    if (devices)
        for (const HeldDevice& device : *devices)
            numbers += std::to_string(device.number);
    return numbers;
}

TEST(DeviceBook, GivesNoOtherDeviceForOneThatIsNotThere) {
    DeviceBook book({"a", "b"});
    EXPECT_EQ(numbersOf(book.take(100, {2})), "none");
    EXPECT_EQ(book.missing({1, 2}), 2);
    EXPECT_FALSE(book.missing({0, 1}));
    EXPECT_EQ(numbersOf(book.take(100, {1})), "1");
}

TEST(DeviceBook, GivesDevicesAsTheEngineCountsThem) {
    DeviceBook book({"a", "b", "c", "d"});
    EXPECT_EQ(numbersOf(book.take(50)), "0");
    EXPECT_EQ(numbersOf(book.take(100)), "1");
    EXPECT_EQ(numbersOf(book.take(60)), "2") << "no room beside the half";
    EXPECT_EQ(numbersOf(book.take(30)), "2") << "the fullest that has room";
    EXPECT_EQ(numbersOf(book.take(30)), "0");
    EXPECT_EQ(numbersOf(book.take(200)), "none");
    EXPECT_EQ(numbersOf(book.take(100)), "3") << "what was not given was not taken";
    EXPECT_EQ(numbersOf(book.take(0)), "");
    DeviceBook found({"a", "b"});
    found.hold({1, 7}, 100);  // there is no 7 here
    EXPECT_EQ(numbersOf(found.take(40)), "0");
    EXPECT_EQ(numbersOf(found.take(100)), "none");
}

}  // namespace
}  // namespace apportion::testing
