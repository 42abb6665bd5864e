// SPDX-License-Identifier: GPL-3.0-or-later
// A live pool as a service: what its manager is told, and a package that replaces the program while
// it runs.
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/app/live_runs.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

// What systemd is to a service of Type=notify.
class Manager {
public:
    explicit Manager(const std::string& path) {
        socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
        EXPECT_EQ(bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    }
    ~Manager() { close(socket_); }
    Manager(const Manager&) = delete;
    Manager& operator=(const Manager&) = delete;

    bool hears(const std::string& words) {
        return comesTrue([&] {
            char text[512];
            pollfd ready{socket_, POLLIN, 0};
            while (poll(&ready, 1, 0) == 1)
                if (const auto size = recv(socket_, text, sizeof text, 0); size > 0)
                    heard_ += std::string(text, static_cast<std::size_t>(size)) + "\n";
            return heard_.find(words) != std::string::npos;
        });
    }

private:
    int socket_ = -1;
    std::string heard_;
};

class Service : public ::testing::Test {
protected:
    Service() {
        setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);
        writeBytes(folder_ / "pool.json", smallScenario());
        EXPECT_EQ(ctl({"project", "init", file_, "--from", folder_ / "pool.json"}).code, 0);
    }
    ~Service() override {
        end(SIGKILL);
        unsetenv("XDG_STATE_HOME");
    }
    void serve(const std::string& program, const std::string& socket = {}) {
        writeBytes(folder_ / "said", "");
        server_ = fork();
        if (server_ == 0) {
            const int out = open((folder_ / "said").c_str(), O_WRONLY | O_APPEND);
            dup2(out, STDOUT_FILENO);
            dup2(out, STDERR_FILENO);
            if (!socket.empty())
                setenv("NOTIFY_SOCKET", socket.c_str(), 1);
            execl(program.c_str(), "apportionctl", "project", "serve", file_.c_str(), nullptr);
            _exit(127);
        }
    }
    bool says(const std::string& words) {
        return comesTrue(
            [&] { return bytesOf(folder_ / "said").find(words) != std::string::npos; });
    }
    int end(int signal) {
        if (server_ <= 0)
            return 0;
        kill(server_, signal);
        int how = 0;
        waitpid(server_, &how, 0);
        server_ = 0;
        return WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    }

    const std::string program_ = APPORTION_BIN_DIR "/apportionctl";
    const TemporaryFolder folder_;
    const std::string file_ = folder_ / "pool.apportion";
    pid_t server_ = 0;
};

TEST_F(Service, TellsItsManagerThatItIsReadyAndThatItEnds) {
    Manager manager(folder_ / "notify");
    serve(program_, folder_ / "notify");
    EXPECT_TRUE(manager.hears("READY=1"));
    EXPECT_TRUE(manager.hears("WATCHDOG=1"));
    EXPECT_EQ(end(SIGTERM), 143);
    EXPECT_TRUE(manager.hears("STOPPING=1"));
}

TEST_F(Service, GoesOnWithoutAManager) {
    serve(program_, folder_ / "nobody");
    EXPECT_TRUE(says("is live"));
    EXPECT_EQ(end(SIGTERM), 143);
}

// As dpkg does it: the new file takes the name of the old one.
TEST_F(Service, SaysThatAnotherVersionIsInstalledAndLosesNoCommandByARestart) {
    const std::string installed = folder_ / "apportionctl";
    fs::copy_file(program_, installed);
    Manager manager(folder_ / "notify");
    serve(installed, folder_ / "notify");
    ASSERT_TRUE(says("is live"));
    const auto submit = [&](const std::string& name) {
        EXPECT_EQ(ctl({"submit", file_, "--quota", "team", "--gpu", "1", "--name", name}).code, 0);
    };
    // The same one again is no other version.
    fs::copy_file(program_, folder_ / "apportionctl.new");
    fs::rename(folder_ / "apportionctl.new", installed);
    submit("same");
    EXPECT_TRUE(says("started (same)"));
    EXPECT_THAT(bytesOf(folder_ / "said"), Not(HasSubstr("Another version")));
    fs::copy_file(program_, folder_ / "apportionctl.new");
    std::ofstream(folder_ / "apportionctl.new", std::ios::app) << "newer";
    fs::rename(folder_ / "apportionctl.new", installed);
    EXPECT_TRUE(says("Another version of " + installed));
    EXPECT_TRUE(manager.hears("STATUS=Another version"));

    submit("before");
    EXPECT_EQ(end(SIGTERM), 143);
    submit("between");
    serve(installed);
    ASSERT_TRUE(says("is live"));
    submit("after");
    EXPECT_THAT(bytesOf(folder_ / "said"), Not(HasSubstr("Another version")));
    end(SIGTERM);
    const std::string shown = ctl({"project", "show", file_}).out;
    for (const char* name : {"before", "between", "after"})
        EXPECT_THAT(shown, HasSubstr(name));
    EXPECT_EQ(ctl({"project", "audit", file_, "--verify"}).code, 0);
}

}  // namespace
}  // namespace apportion::testing
