// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/line_reader.h"

#include <cstring>

namespace apportion {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18;
constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

LineReader::LineReader(ByteSource source, std::string path)
    : source_(std::move(source)), path_(std::move(path)), buffer_(kChunk) {}

Result<LineReader> LineReader::open(const std::string& path) {
    Result<ByteSource> source = ByteSource::open(path);
    if (!source)
        return tl::unexpected(source.error());
    return LineReader(std::move(*source), path);
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
    const std::size_t got = source_.read(buffer_.data() + end_, buffer_.size() - end_);
    if (source_.failure()) {
        fail(*source_.failure());
        return false;
    }
    finished_ = got == 0;
    end_ += got;
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
