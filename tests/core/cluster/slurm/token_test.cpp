// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/token.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "core/cluster/slurm/connection.h"
#include "core/cluster/slurm/connections_file.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/reader.h"
#include "core/cluster/slurm/rest.h"

namespace apportion::slurm {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Optional;

// {"alg":"HS256","typ":"JWT"} . {"exp":1795945000,"iat":1795941000,"sun":"ana"} . a signature
const std::string kText =
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."
    "eyJleHAiOjE3OTU5NDUwMDAsImlhdCI6MTc5NTk0MTAwMCwic3VuIjoiYW5hIn0.c2lnbmF0dXJl";

TEST(SlurmToken, SaysWhoAndHowLong) {
    const auto token = Token::of("SLURM_JWT=" + kText + "\n", "", "SLURM_JWT");
    ASSERT_TRUE(token);
    EXPECT_EQ(token->secret(), kText);
    EXPECT_EQ(token->user(), "ana");
    EXPECT_THAT(token->expires(), Optional(1'795'945'000));
    EXPECT_FALSE(token->isExpired(1'795'944'999));
    EXPECT_TRUE(token->isExpired(1'795'945'000));
    EXPECT_FALSE(token->isOld(1'795'944'199)) << "issued at 1795941000";
    EXPECT_TRUE(token->isOld(1'795'944'200));
    EXPECT_EQ(Token::of(kText, "ben", "a file")->user(), "ben");
}

TEST(SlurmToken, IsInNoMessage) {
    for (const std::string& text :
         std::vector<std::string>{"secret", kText.substr(0, 40), "a.b.c", kText + "\nX-Evil: 1"}) {
        const auto token = Token::of(text, "", "SLURM_JWT");
        ASSERT_FALSE(token) << text;
        EXPECT_EQ(codeOf(token.error()), "cluster-token-form");
        EXPECT_THAT(render(token.error().front().message), Not(HasSubstr(text.substr(0, 6))));
    }
}

TEST(SlurmToken, ComesFromAFileThatOthersCannotRead) {
    const fs::path file =
        fs::temp_directory_path() / ("apportion-token-" + std::to_string(getpid()));
    std::ofstream(file) << kText << '\n';
    fs::permissions(file, fs::perms::owner_read | fs::perms::others_read);
    const auto open = tokenOfFile(file.string(), "");
    ASSERT_FALSE(open);
    EXPECT_EQ(open.error().front().message.code, "cluster-token-file.readable");
    fs::permissions(file, fs::perms::owner_read);
    ASSERT_TRUE(tokenOfFile(file.string(), ""));
    fs::remove(file);
    EXPECT_EQ(codeOf(tokenOfFile(file.string(), "").error()), "cluster-token-file");
}

TEST(SlurmToken, ComesFromTheKeychainForItsPlace) {
    const fs::path folder =
        fs::temp_directory_path() / ("apportion-keychain-" + std::to_string(getpid()));
    fs::create_directory(folder);
    std::ofstream(folder / "secret-tool") << "#!/bin/sh\n[ \"$*\" = 'lookup service apportion "
                                             "place https://one.example' ] || exit 1\n"
                                          << "printf '%s' '" << kText << "'\n";
    fs::permissions(folder / "secret-tool", fs::perms::owner_all);
    // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread
    const std::string path = std::getenv("PATH");
    setenv("PATH", (folder.string() + ":" + path).c_str(), 1);
    const auto found = tokenOf(*connectionTo("https://one.example"));
    const auto other = tokenOfKeychain("https://two.example", "");
    setenv("PATH", "/nowhere", 1);
    const auto without = tokenOfKeychain("https://one.example", "");
    setenv("PATH", path.c_str(), 1);
    fs::remove_all(folder);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->secret(), kText);
    EXPECT_EQ(found->from(), "the keychain");
    ASSERT_TRUE(other);
    EXPECT_FALSE(other->exists());
    ASSERT_TRUE(without);
    EXPECT_FALSE(without->exists());
}

TEST(SlurmToken, OfThisMachineIsNotSentInPlainTextToAnother) {
    const auto codeAt = [](const char* place) {
        const auto token = tokenOf(*connectionTo(place));
        return token ? std::string("made") : std::string(codeOf(token.error()));
    };
    for (const char* open :
         {"http://slurm.example", "http://127.example:6820", "http://localhost.example/",
          "http://[::1].example", "http://localhost@slurm.example"})
        if (connectionTo(open)) {
            EXPECT_EQ(codeAt(open), "cluster-token-plain") << open;
        }
    for (const char* own : {"http://127.0.0.1:6820", "http://localhost:6820", "http://[::1]:6820",
                            "https://slurm.example", "unix:/run/slurmrestd"})
        EXPECT_NE(codeAt(own), "cluster-token-plain") << own;
}

TEST(SlurmConnection, TakesPlacesAndNothingElse) {
    for (const char* place : {"here", "ssh:ana@login.example", "http://127.0.0.1:6820",
                              "https://slurm.example/rest", "unix:/run/slurmrestd.sock"}) {
        const auto made = connectionTo(place);
        ASSERT_TRUE(made) << place;
        EXPECT_EQ(placeText(*made), place);
    }
    for (const char* place : {"", "ssh:-oProxyCommand=id", "ssh:a b", "ftp://x", "http://",
                              "http://ana:secret@host", "unix:relative", "http://a b"})
        EXPECT_FALSE(connectionTo(place)) << place;
}

TEST(SlurmConnection, PlainNames) {
    for (const char* name : {"quota1.1", "a-b_c", "7"})
        EXPECT_TRUE(isPlainName(name)) << name;
    for (const char* name : {"", "-i", "A", "a b", "a'b", "a;b", "$x", "a\nb", "a=b", "a,b", "ä"})
        EXPECT_FALSE(isPlainName(name)) << name;
}

TEST(SlurmRest, TakesTheNewestVersionThatBothKnow) {
    using ::testing::ElementsAre;
    const auto debian = offeredVersions(
        R"({"paths": {"\/slurm\/v0.0.38\/diag": {}, "\/slurm\/v0.0.36\/diag": {}}})");
    EXPECT_THAT(debian, ElementsAre("v0.0.36", "v0.0.38"));
    EXPECT_EQ(newestVersion(debian), "v0.0.38");
    const auto later = offeredVersions(
        R"({"paths": {"/slurm/v0.0.38/diag": {}, "/slurm/v0.0.39/diag": {}, "/slurm/v0.0.100/a": {},
            "/slurmdb/v0.0.7/x": {}, "/slurm/v0.0.x/diag": {}}})");
    EXPECT_THAT(later, ElementsAre("v0.0.38", "v0.0.39", "v0.0.100"));
    EXPECT_EQ(newestVersion(later), "v0.0.38");
    EXPECT_EQ(newestVersion(offeredVersions(R"({"/slurm/v0.0.41/diag": {}})")), "");
    EXPECT_THAT(offeredVersions("<html>"), ElementsAre());
    EXPECT_EQ(
        render({"cluster-no-version",
                {{"offered", Value::ofList({"v0.0.41", "v0.0.42"})},
                 {"known", Value::ofText("v0.0.38")}}}),
        "slurmrestd offers its API as v0.0.41 and v0.0.42, and Apportion reads v0.0.38 only.");
}

TEST(SlurmRest, SaysThatNobodyListens) {
    Rest rest("unix:/no/such/socket", *Token::of(kText, "", "SLURM_JWT"));
    const auto found = rest.discover();
    ASSERT_FALSE(found);
    EXPECT_EQ(codeOf(found.error()), "cluster-unreachable");
    EXPECT_THAT(render(found.error().front().message), Not(HasSubstr("eyJ")));
}

}  // namespace
}  // namespace apportion::slurm
