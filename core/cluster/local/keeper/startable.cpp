// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/keeper/startable.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace apportion {

namespace {

enum class Kind { nothing, folder, other };

Kind kindOf(const std::string& path) {
    struct stat found {};
    if (stat(path.c_str(), &found) != 0)
        return Kind::nothing;
    return S_ISDIR(found.st_mode) ? Kind::folder : Kind::other;
}

// Executed, or entered.
bool isOpen(const std::string& path) {
    return faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) == 0;
}

// The program that a script asks for in its first line; empty where that is none.
std::string interpreterOf(const std::string& program) {
    constexpr std::size_t kLongest = 255;  // as the system reads it
    std::string line(kLongest, '\0');
    std::ifstream file(program, std::ios::binary);
    file.read(line.data(), static_cast<std::streamsize>(line.size()));
    line.resize(static_cast<std::size_t>(file.gcount()));
    line.resize(std::min(line.find('\n'), line.size()));
    if (line.compare(0, 2, "#!") != 0)
        return {};
    const std::size_t begin = line.find_first_not_of(" \t", 2);
    if (begin == std::string::npos)
        return {};
    return line.substr(begin, line.find_first_of(" \t", begin) - begin);
}

std::string within(const std::string& directory, const std::string& path) {
    if (path.empty())
        return directory.empty() ? "." : directory;
    return path.front() == '/' || directory.empty() ? path : directory + "/" + path;
}

Message missing(const char* variant, const std::string& name) {
    return {std::string("command-missing") + variant, {{"name", Value::ofText(name)}}};
}

// The first of them that may be executed, else one that may not, else empty.
std::string lookedFor(const std::string& program, const std::string& directory,
                      const std::string& path) {
    std::string closed;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find(':', begin), path.size());
        std::string place = within(directory, path.substr(begin, end - begin)) + "/" + program;
        begin = end + 1;
        if (kindOf(place) != Kind::other)
            continue;
        if (isOpen(place))
            return place;
        if (closed.empty())
            closed = std::move(place);
    }
    return closed;
}

}  // namespace

std::string programPath() {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): this program never changes its environment.
    const char* path = std::getenv("PATH");
    return path != nullptr && *path != '\0' ? path : "/usr/local/bin:/usr/bin:/bin";
}

std::optional<Message> missingToStart(const std::vector<std::string>& arguments,
                                      const std::string& directory,
                                      const std::optional<std::string>& path) {
    if (!directory.empty()) {
        const Kind kind = kindOf(directory);
        if (kind != Kind::folder)
            return missing(kind == Kind::nothing ? ".folder" : ".no-folder", directory);
        if (!isOpen(directory))
            return missing(".folder-closed", directory);
    }
    if (arguments.empty())
        return {};
    const std::string& program = arguments.front();
    const bool named = program.find('/') != std::string::npos;
    if (!named && !path)
        return {};
    const std::string place =
        named ? within(directory, program) : lookedFor(program, directory, *path);
    const Kind kind = place.empty() ? Kind::nothing : kindOf(place);
    if (kind == Kind::nothing)
        return missing(named ? ".file" : "", program);
    if (kind == Kind::folder)
        return missing(".is-folder", program);
    if (!isOpen(place))
        return missing(".closed", named ? program : place);
    const std::string interpreter = interpreterOf(place);
    if (interpreter.empty() || kindOf(within(directory, interpreter)) != Kind::nothing)
        return {};
    Message message = missing(".interpreter", program);
    message.arguments.push_back({"interpreter", Value::ofText(interpreter)});
    return message;
}

}  // namespace apportion
