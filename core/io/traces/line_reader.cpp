// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/line_reader.h"

#include <cerrno>
#include <cstring>
#include <system_error>

#include <unistd.h>
#include <zlib.h>

namespace apportion {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18;
constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

Message systemMessage(const std::string& path, int error) {
    const Argument name{"name", Value::ofText(path)};
    if (error == ENOENT)
        return {"no-such-file", {name}};
    if (error == EISDIR)
        return {"is-directory", {name}};
    return {"unreadable",
            {name, {"detail", Value::ofText(std::generic_category().message(error))}}};
}

}  // namespace

struct LineReader::File {
    gzFile handle = nullptr;
    File() = default;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (handle)
            gzclose(handle);
    }
};

LineReader::LineReader(std::unique_ptr<File> file, std::string path)
    : file_(std::move(file)), path_(std::move(path)), buffer_(kChunk) {}
LineReader::LineReader(LineReader&&) noexcept = default;
LineReader& LineReader::operator=(LineReader&&) noexcept = default;
LineReader::~LineReader() = default;

Result<LineReader> LineReader::open(const std::string& path) {
    auto file = std::make_unique<File>();
    errno = 0;
    // zlib hands plain files through unchanged.
    file->handle = path == "-" ? gzdopen(dup(STDIN_FILENO), "rb") : gzopen(path.c_str(), "rb");
    if (!file->handle) {
        Problem problem;
        problem.file = path;
        problem.message = systemMessage(path, errno);
        return tl::unexpected(Problems{problem});
    }
    gzbuffer(file->handle, kChunk);
    return LineReader(std::move(file), path);
}

void LineReader::fail(Message message) {
    Problem problem;
    problem.file = path_;
    problem.line = lineNumber_ + 1;
    problem.message = std::move(message);
    failure_ = std::move(problem);
    finished_ = true;
    begin_ = end_;
}

bool LineReader::refill() {
    if (finished_)
        return false;
    if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    }
    if (end_ == buffer_.size()) {
        if (buffer_.size() >= kLongestLine) {
            fail({"trace-line-too-long", {}});
            return false;
        }
        buffer_.resize(buffer_.size() * 2);
    }
    errno = 0;
    const int got =
        gzread(file_->handle, buffer_.data() + end_, static_cast<unsigned>(buffer_.size() - end_));
    int error = Z_OK;
    gzerror(file_->handle, &error);
    // That an archive ends too early shows only after its last byte was handed out.
    if (got < 0 || (error != Z_OK && error != Z_STREAM_END)) {
        fail(error == Z_ERRNO       ? systemMessage(path_, errno)
             : error == Z_BUF_ERROR ? Message{"truncated-gzip", {}}
                                    : Message{"bad-gzip", {}});
        return false;
    }
    finished_ = got == 0;
    end_ += static_cast<std::size_t>(got);
    return got > 0;
}

bool LineReader::next(std::string_view& line) {
    std::size_t searched = 0;
    const char* found = nullptr;
    while (true) {
        const char* start = buffer_.data() + begin_;
        found =
            static_cast<const char*>(std::memchr(start + searched, '\n', end_ - begin_ - searched));
        if (found)
            break;
        searched = end_ - begin_;
        if (!refill())
            break;
    }
    if (!found && begin_ == end_)
        return false;
    const char* start = buffer_.data() + begin_;
    const char* stop = found ? found : buffer_.data() + end_;
    line = std::string_view(start, static_cast<std::size_t>(stop - start));
    begin_ += line.size() + (found ? 1 : 0);
    if (!line.empty() && line.back() == '\r')
        line.remove_suffix(1);
    if (++lineNumber_ == 1 && line.substr(0, kByteOrderMark.size()) == kByteOrderMark)
        line.remove_prefix(kByteOrderMark.size());
    return true;
}

}  // namespace apportion
