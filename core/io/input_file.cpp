// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/input_file.h"

#include <array>
#include <cerrno>
#include <memory>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/io/file_kind.h"
#include "core/io/gzip.h"
#include "core/io/json/positions.h"
#include "core/model/utf8.h"

namespace apportion {

namespace {

Problem problemOf(const std::string& path, std::string_view code,
                  std::vector<Argument> arguments = {}) {
    Problem problem;
    problem.file = path;
    problem.message = {std::string{code}, std::move(arguments)};
    return problem;
}

tl::unexpected<Problems> failure(Problem problem) {
    return tl::unexpected(Problems{std::move(problem)});
}

tl::unexpected<Problems> systemFailure(const std::string& path, int error) {
    if (error == ENOENT || error == ENOTDIR)
        return failure(problemOf(path, path.empty() ? "no-such-file.unnamed" : "no-such-file",
                                 {{"name", Value::ofText(path)}}));
    if (error == EISDIR)
        return failure(problemOf(path, "is-directory", {{"name", Value::ofText(path)}}));
    return failure(problemOf(
        path, "unreadable",
        {{"name", Value::ofText(path)},
         {"detail", Value::ofText(std::error_code(error, std::generic_category()).message())}}));
}

tl::unexpected<Problems> tooLarge(const std::string& path, std::size_t most) {
    return failure(problemOf(path, "too-large",
                             {{"most", Value::ofText(std::to_string(most >> 20) + " MiB")}}));
}

// Closes what it opened; standard input stays open.
class Descriptor {
public:
    explicit Descriptor(const std::string& path)
        : number_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)),
          owned_(path != "-") {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (owned_ && number_ >= 0)
            close(number_);
    }
    int number() const { return number_; }

private:
    int number_;
    bool owned_;
};

std::string hex(unsigned char byte) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    return {'0', 'x', kDigits[byte >> 4], kDigits[byte & 0xF]};
}

}  // namespace

Result<void> checkInput(const std::string& path) {
    struct stat status {};
    if (path == "-")
        return {};
    if (stat(path.c_str(), &status) != 0)
        return systemFailure(path, errno);
    if (S_ISDIR(status.st_mode))
        return systemFailure(path, EISDIR);
    return {};
}

bool isReadOnce(const std::string& path) {
    struct stat status {};
    return path == "-" || (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) &&
                           !S_ISDIR(status.st_mode));
}

Result<std::string> readInput(const std::string& path, std::size_t most) {
    const Descriptor file(path);
    if (file.number() < 0)
        return systemFailure(path, errno);
    struct stat status {};
    if (fstat(file.number(), &status) == 0 && S_ISDIR(status.st_mode))
        return systemFailure(path, EISDIR);
    std::string bytes;
    if (S_ISREG(status.st_mode) && status.st_size > 0) {
        if (static_cast<std::size_t>(status.st_size) > most)
            return tooLarge(path, most);
        bytes.reserve(static_cast<std::size_t>(status.st_size));
    }
    std::array<char, std::size_t{1} << 16> chunk{};
    for (;;) {
        const auto count = read(file.number(), chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemFailure(path, errno);
        if (count == 0)
            break;
        bytes.append(chunk.data(), static_cast<std::size_t>(count));
        if (bytes.size() > most)
            return tooLarge(path, most);
    }
    return decodeInput(std::move(bytes), path, most);
}

Result<std::string> readInputOf(std::string_view kind, const std::string& path) {
    auto text = readInput(path);
    if (!text)
        for (Problem& problem : text.error())
            if (problem.message.code == "empty-file" || problem.message.code == "blank-file")
                problem.message.code.append(".").append(kind);
    return text;
}

Result<std::string> decodeInput(std::string bytes, const std::string& path, std::size_t most) {
    if (isGzip(bytes)) {
        auto text = gunzip(bytes, most);
        if (!text && text.error() == GzipError::tooLarge)
            return tooLarge(path, most);
        if (!text)
            return failure(problemOf(
                path, text.error() == GzipError::damaged ? "bad-gzip" : "truncated-gzip"));
        bytes = std::move(*text);
        if (isGzip(bytes))
            return failure(problemOf(path, "gzip-twice"));
    }
    if (bytes.size() > most)
        return tooLarge(path, most);
    if (auto other = otherKind(std::string_view(bytes).substr(0, kLongestFileMark)))
        return failure(problemOf(path, other->code, std::move(other->arguments)));
    if (const auto bad = firstBadUtf8(bytes)) {
        auto problem =
            problemOf(path, "bad-utf8",
                      {{"value", Value::ofText(hex(static_cast<unsigned char>(bytes[*bad])))}});
        const auto position = json::positionAt(bytes, *bad);
        problem.line = position.line;
        problem.column = position.column;
        return failure(std::move(problem));
    }
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    const auto start = bytes.compare(0, kMark.size(), kMark) == 0 ? kMark.size() : 0;
    if (bytes.find_first_not_of(" \t\r\n", start) == std::string::npos)
        return failure(problemOf(path, bytes.size() == start ? "empty-file" : "blank-file"));
    return bytes;
}

}  // namespace apportion
