// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/input_file.h"

#include <array>
#include <cerrno>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

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

namespace {

// The bytes of an input as they come; packed ones are unpacked at once, so that
// no more is read than the bound allows.
class InputText {
public:
    InputText(const std::string& path, std::size_t most) : path_(path), most_(most) {}

    void expect(std::size_t bytes) { bytes_.reserve(bytes); }
    Result<void> add(std::string_view bytes) {
        size_ += bytes.size();
        if (size_ > most_)
            return tooLarge(path_, most_);
        if (unpacked_)
            return unpack(bytes);
        bytes_.append(bytes);
        if (!isGzip(bytes_))
            return {};
        unpacked_.emplace(most_);
        return unpack(std::exchange(bytes_, {}));
    }
    // All of them.
    Result<std::string> finish() {
        if (!unpacked_)
            return std::move(bytes_);
        auto text = unpacked_->finish();
        if (!text)
            return refuse(text.error());
        if (isGzip(*text))
            return failure(problemOf(path_, "gzip-twice"));
        return std::move(*text);
    }

private:
    Result<void> unpack(std::string_view bytes) {
        if (const auto added = unpacked_->add(bytes); !added)
            return refuse(added.error());
        return {};
    }
    tl::unexpected<Problems> refuse(GzipError error) const {
        if (error == GzipError::tooLarge)
            return tooLarge(path_, most_);
        return failure(
            problemOf(path_, error == GzipError::damaged ? "bad-gzip" : "truncated-gzip"));
    }

    const std::string& path_;
    std::size_t most_;
    std::size_t size_ = 0;  // of what came
    std::string bytes_;
    std::optional<Gunzip> unpacked_;  // if they are packed
};

Result<std::string> checkedText(std::string text, const std::string& path) {
    if (auto other = otherKind(std::string_view(text).substr(0, kLongestFileMark)))
        return failure(problemOf(path, other->code, std::move(other->arguments)));
    if (const auto bad = firstBadUtf8(text)) {
        auto problem =
            problemOf(path, "bad-utf8",
                      {{"value", Value::ofText(hex(static_cast<unsigned char>(text[*bad])))}});
        const auto position = json::positionAt(text, *bad);
        problem.line = position.line;
        problem.column = position.column;
        return failure(std::move(problem));
    }
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    const auto start = text.compare(0, kMark.size(), kMark) == 0 ? kMark.size() : 0;
    if (text.find_first_not_of(" \t\r\n", start) == std::string::npos)
        return failure(problemOf(path, text.size() == start ? "empty-file" : "blank-file"));
    return text;
}

}  // namespace

Result<std::string> readInput(const std::string& path, std::size_t most) {
    const Descriptor file(path);
    if (file.number() < 0)
        return systemFailure(path, errno);
    struct stat status {};
    if (fstat(file.number(), &status) == 0 && S_ISDIR(status.st_mode))
        return systemFailure(path, EISDIR);
    InputText text(path, most);
    if (S_ISREG(status.st_mode) && status.st_size > 0) {
        if (static_cast<std::size_t>(status.st_size) > most)
            return tooLarge(path, most);
        text.expect(static_cast<std::size_t>(status.st_size));
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
        if (auto added = text.add({chunk.data(), static_cast<std::size_t>(count)}); !added)
            return tl::unexpected(std::move(added.error()));
    }
    auto all = text.finish();
    return all ? checkedText(std::move(*all), path) : std::move(all);
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
    InputText text(path, most);
    if (auto added = text.add(bytes); !added)
        return tl::unexpected(std::move(added.error()));
    auto all = text.finish();
    return all ? checkedText(std::move(*all), path) : std::move(all);
}

}  // namespace apportion
