// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/line_reader.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace apportion {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18;
constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr std::size_t kMostPassed = std::size_t{1} << 26;
constexpr std::size_t kMostChecked = std::size_t{1} << 28;   // of an archive that is no text
constexpr std::size_t kLongestValue = std::size_t{1} << 16;  // that has line breaks in it
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

LineReader::LineReader(ByteSource source, std::string path)
    : source_(std::move(source)), path_(std::move(path)), buffer_(kChunk) {}

Result<LineReader> LineReader::open(const std::string& path, std::int64_t mostBytes) {
    Result<ByteSource> source = ByteSource::open(path, mostBytes);
    if (!source)
        return tl::unexpected(source.error());
    return LineReader(std::move(*source), path);
}

ByteSource::Progress LineReader::progress() const {
    ByteSource::Progress progress = source_.progress();
    const auto left = static_cast<double>(end_ - begin_);
    if (got_ > 0)
        progress.taken = static_cast<std::int64_t>(static_cast<double>(progress.taken) *
                                                   (1 - left / static_cast<double>(got_)));
    return progress;
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

// Where the unpacked text ends tells nothing of where the damage is; how much there was does.
void LineReader::failAsDamaged(std::size_t end) {
    const auto unread = std::count(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
                                   buffer_.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    const std::int64_t lines = lineNumber_ + added_ + unread;
    Message message = *source_.failure();
    const bool archive = message.code == "bad-gzip" || message.code == "bad-gzip.sum" ||
                         message.code == "truncated-gzip";
    if (archive) {
        message.code += ".lines";
        message.arguments.push_back({"count", Value::ofCount(lines)});
    }
    fail(std::move(message));
    if (archive)
        failure_->line = 0;
}

// The checksum of an archive stands at its end.
void LineReader::failAsNoText(Message message) {
    if (source_.progress().all > 0)  // a pipe may have no end
        for (std::size_t left = kMostChecked, got = 1; got > 0 && left > got; left -= got)
            got = source_.read(buffer_.data(), buffer_.size());
    if (source_.failure())
        return failAsDamaged(begin_);
    fail(std::move(message));
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
            tooLong_ = passesLong_ && lineNumber_ > 0;
            if (tooLong_)
                return false;
            failAsNoText({lineNumber_ == 0 && endsLinesOtherwise({buffer_.data(), end_})
                              ? "trace-line-ends"
                              : "trace-line-too-long",
                          {}});
            return false;
        }
        buffer_.resize(buffer_.size() * 2);
    }
    const std::size_t got = source_.read(buffer_.data() + end_, buffer_.size() - end_);
    if (source_.failure()) {
        failAsDamaged(end_ + got);
        return false;
    }
    finished_ = got == 0;
    end_ += got;
    got_ += static_cast<std::int64_t>(got);
    return got > 0;
}

bool LineReader::take(std::size_t searched, std::string_view& line) {
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
    if (!found && (tooLong_ || begin_ == end_))
        return false;
    const char* start = buffer_.data() + begin_;
    const char* stop = found ? found : buffer_.data() + end_;
    line = std::string_view(start, static_cast<std::size_t>(stop - start));
    taken_ = line.size() + (found ? 1 : 0);
    begin_ += taken_;
    if (!line.empty() && line.back() == '\r')
        line.remove_suffix(1);
    return true;
}

// By a carriage return alone: no name of a column has one.
bool LineReader::endsLinesOtherwise(std::string_view firstLine) {
    return firstLine.find('\r') != std::string_view::npos &&
           firstLine.find('"') == std::string_view::npos;
}

bool LineReader::passLine() {
    std::size_t passed = 0;
    while (true) {
        passed += end_ - begin_;
        begin_ = end_;
        // A pipe may go on without an end.
        if (passed > kMostPassed)
            fail({"trace-line-too-long", {}});
        if (!refill())
            return !failure_;
        const char* start = buffer_.data();
        if (const void* found = std::memchr(start + begin_, '\n', end_ - begin_)) {
            begin_ = static_cast<std::size_t>(static_cast<const char*>(found) - start) + 1;
            return true;
        }
    }
}

bool LineReader::next(std::string_view& line) {
    lineNumber_ += added_;
    added_ = 0;
    tooLong_ = false;
    if (!take(0, line)) {
        if (!tooLong_ || !passLine())
            return false;
        ++lineNumber_;
        line = {};
        return true;
    }
    // One stands at the head of each file that was put behind another, too.
    if (line.starts_with(kByteOrderMark))
        line.remove_prefix(kByteOrderMark.size());
    if (++lineNumber_ > 1) {
        if (lineNumber_ == std::numeric_limits<int>::max()) {
            fail({"trace-too-many-lines", {}});
            return false;
        }
        return true;
    }
    if (endsLinesOtherwise(line)) {
        lineNumber_ = 0;
        failAsNoText({"trace-line-ends", {}});
        return false;
    }
    return true;
}

bool LineReader::extend(std::string_view& line) {
    if (taken_ >= kLongestValue)
        return false;
    const std::size_t before = taken_;
    begin_ -= before;
    if (begin_ + before == end_ && !refill()) {
        begin_ = failure_ ? end_ : begin_ + before;
        return false;
    }
    if (!take(before, line)) {
        // The line behind it is for next() to pass over.
        if (std::exchange(tooLong_, false))
            begin_ += before;
        return false;
    }
    ++added_;
    return true;
}

void LineReader::retreat(std::string_view& line) {
    if (failure_)
        return;
    begin_ -= taken_;
    added_ = 0;
    take(0, line);
}

}  // namespace apportion
