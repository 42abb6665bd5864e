// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/input_file.h"

#include <csignal>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/io/gzip.h"
#include "core/io/plan/plan_reader.h"
#include "core/io/scenario_reader.h"
#include "core/io/traces/read_trace.h"
#include "core/model/utf8.h"
#include "tests/core/io/temporary_folder.h"

namespace apportion {
namespace {

using namespace apportion::testing;
using ::testing::HasSubstr;
using ::testing::Not;

std::string codeOf(const Result<std::string>& result) {
    return result ? "fine" : result.error().at(0).message.code;
}

// Packed a thousandth of it comes, so that the bound on what comes is none.
TEST(InputFile, UnpacksAnEndlessInputNoFurtherThanTheBound) {
    const TemporaryFolder folder;
    const std::string pipe = folder / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    std::size_t written = 0;
    constexpr std::size_t kMost = std::size_t{1} << 22;
    std::thread writer([&] {
        const std::string member = gzip(std::string(kMost / 4, ' '));
        const int file = open(pipe.c_str(), O_WRONLY | O_CLOEXEC);
        for (ssize_t count = 0; count >= 0 && written <= 2 * kMost;) {
            count = write(file, member.data(), member.size());
            written += count > 0 ? static_cast<std::size_t>(count) : 0;
        }
        close(file);
    });
    EXPECT_EQ(codeOf(readInput(pipe, kMost)), "too-large");
    writer.join();
    std::signal(SIGPIPE, before);
    EXPECT_LT(written, kMost / 4);
}

TEST(InputFile, ReadsPlainAndPackedAlike) {
    const TemporaryFolder folder;
    const std::string text = "{ \"apportion\": 1 }\n";
    writeBytes(folder / "plain", text);
    writeBytes(folder / "packed", gzip(text));
    writeBytes(folder / "members", gzip(text.substr(0, 5)) + gzip(text.substr(5)));
    EXPECT_EQ(*readInput(folder / "plain"), text);
    EXPECT_EQ(*readInput(folder / "packed"), text);
    EXPECT_EQ(*readInput(folder / "members"), text);
}

TEST(InputFile, AProjectIsToldAsADatabase) {
    EXPECT_EQ(codeOf(decodeInput(std::string("SQLite format 3\0and more", 24), "f")),
              "file-is-database");
    const TemporaryFolder folder;
    writeBytes(folder / "p.apportion", std::string("SQLite format 3\0\x10\x00", 18));
    const auto trace = readTrace(folder / "p.apportion", "philly");
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().at(0).message.code, "file-is-database");
}

TEST(InputFile, TellsWhatIsNoFile) {
    const TemporaryFolder folder;
    EXPECT_EQ(codeOf(readInput(folder / "nothing")), "no-such-file");
    EXPECT_EQ(codeOf(readInput(folder.path().string())), "is-directory");
    writeBytes(folder / "file", "x");
    EXPECT_EQ(codeOf(readInput(folder / "file/below")), "no-such-file");
    writeBytes(folder / "locked", "x");
    std::filesystem::permissions(folder / "locked", std::filesystem::perms::none);
    if (geteuid() != 0) {  // root reads everything
        EXPECT_EQ(codeOf(readInput(folder / "locked")), "unreadable");
    }
}

TEST(InputFile, HasABoundAlsoUnpacked) {
    const TemporaryFolder folder;
    const std::string text(5000, 'x');
    writeBytes(folder / "plain", text);
    writeBytes(folder / "packed", gzip(text));
    EXPECT_EQ(codeOf(readInput(folder / "plain", 4999)), "too-large");
    EXPECT_EQ(codeOf(readInput(folder / "packed", 4999)), "too-large");
    EXPECT_EQ(codeOf(readInput(folder / "packed", 5000)), "fine");
}

TEST(InputFile, TellsDamage) {
    const auto packed = gzip(std::string(5000, 'x') + "yz");
    for (std::size_t length = 2; length < packed.size(); ++length)
        EXPECT_EQ(codeOf(decodeInput(packed.substr(0, length), "f")), "truncated-gzip") << length;
    EXPECT_EQ(codeOf(decodeInput(packed + "tail", "f")), "bad-gzip");
    // A trace adds how many lines there were, and says else the same.
    for (const std::string code : {"truncated-gzip", "bad-gzip"}) {
        const Message plain{code, {}};
        const Message lines{code + ".lines", {{"count", Value::ofCount(2)}}};
        const std::string text = render(plain);
        EXPECT_THAT(render(lines), ::testing::StartsWith(text.substr(0, text.size() - 1)));
        EXPECT_EQ(renderRemedy(lines), renderRemedy(plain));
    }
    EXPECT_EQ(codeOf(decodeInput(gzip(packed), "f")), "gzip-twice");
    EXPECT_EQ(decodeInput(packed + std::string(100'000, '\0'), "f"),
              gunzip(packed, 10'000).value());
    auto damaged = packed;
    damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);
    EXPECT_EQ(codeOf(decodeInput(damaged, "f")), "bad-gzip");
    EXPECT_EQ(codeOf(decodeInput("", "f")), "empty-file");
    EXPECT_EQ(codeOf(decodeInput(" \n", "f")), "blank-file");
    EXPECT_EQ(codeOf(decodeInput("\xEF\xBB\xBF\r\n", "f")), "blank-file");
    EXPECT_EQ(codeOf(decodeInput("\xEF\xBB\xBF", "f")), "empty-file");
    EXPECT_EQ(codeOf(decodeInput("\xFF\xFE{", "f")), "file-encoding");
    EXPECT_EQ(codeOf(decodeInput(std::string("{\0\"\0a\0", 6), "f")), "file-encoding");
    EXPECT_EQ(codeOf(decodeInput("PK\x03\x04", "f")), "file-packing");
    const auto latin = decodeInput("ab\ncd\xE9", "f");
    EXPECT_EQ(codeOf(latin), "bad-utf8");
    EXPECT_EQ(latin.error()[0].line, 2);
    EXPECT_EQ(latin.error()[0].column, 3);
}

TEST(InputFile, AnEmptyOneSaysWhatIsToBeInIt) {
    const TemporaryFolder folder;
    const std::string empty = folder / "empty";
    writeBytes(empty, "");
    const auto plan = readPlan(empty);
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().front().message.code, "empty-file.plan");
    EXPECT_THAT(renderRemedy(plan.error().front().message), Not(HasSubstr("scenario")));
    const auto scenario = readScenario(empty);
    ASSERT_FALSE(scenario);
    EXPECT_THAT(renderRemedy(scenario.error().front().message), HasSubstr("scenario"));
    writeBytes(empty, " \n\n");
    const auto blank = readScenario(empty);
    ASSERT_FALSE(blank);
    EXPECT_EQ(render(blank.error().front().message), "The file contains no data.");
    EXPECT_EQ(renderRemedy(blank.error().front().message),
              renderRemedy(scenario.error().front().message));
    EXPECT_EQ(formatOf(empty).error().front().message.code, "blank-file");
    writeBytes(empty, "");
    EXPECT_EQ(formatOf(empty).error().front().message.code, "empty-file");
    const auto other = readInput(empty);
    ASSERT_FALSE(other);
    EXPECT_THAT(renderRemedy(other.error().front().message), Not(HasSubstr("scenario")));
}

TEST(Gzip, PacksTheSameTextToTheSameBytes) {
    std::string text;
    for (int i = 0; i < 100'000; ++i)
        text += std::to_string(i * 7919);
    const auto packed = gzip(text);
    EXPECT_EQ(gzip(text), packed);
    EXPECT_EQ(*gunzip(packed, text.size()), text);
    EXPECT_EQ(*gunzip(gzip(""), 0), "");
}

TEST(Utf8, KnowsEveryBoundOfTheForm) {
    for (const char* good : {"", "a\x7F", "\xC2\x80\xDF\xBF", "\xE0\xA0\x80\xED\x9F\xBF",
                             "\xEE\x80\x80\xEF\xBF\xBF", "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"})
        EXPECT_FALSE(firstBadUtf8(good)) << good;
    for (const char* bad : {"\x80", "\xC1\xBF", "\xC2", "\xC2\x41", "\xE0\x9F\xBF", "\xED\xA0\x80",
                            "\xE4\xB8", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
                            "\xFF", "\xE4\xB8\x41", "\xF0\x90\x80\x41"})
        EXPECT_EQ(firstBadUtf8(std::string{"ab"} + bad), 2U) << bad;
}

}  // namespace
}  // namespace apportion
