// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a text file, one at a time, unpacked on the way if the content is gzip.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/traces/byte_source.h"
#include "core/io/traces/trace_options.h"
#include "core/model/problem.h"

namespace apportion {

class LineReader {
public:
    // "-" is standard input. Fails if the file cannot be opened. More than `mostBytes`, unpacked,
    // are a failure.
    static Result<LineReader> open(const std::string& path,
                                   std::int64_t mostBytes = TraceLimits().bytes);

    // The next line without its end (LF or CRLF); valid until the next call. False at the end of
    // the file and on a failure.
    bool next(std::string_view& line);
    // Lines beyond all reason are passed over in next(), unless it is the first; else they are a
    // failure.
    void passLongLines() { passesLong_ = true; }
    // Whether the line last read was one: nothing of it is told.
    bool wasTooLong() const { return tooLong_; }
    // The line last read and the one behind it as one, with the line end between them; valid until
    // the next call. False at the end of the file and where it would be longer than any value.
    bool extend(std::string_view& line);
    // Back to the line as it was first read, of which `line` becomes the text.
    void retreat(std::string_view& line);
    // From 1; that of the line last read, of several the first.
    int lineNumber() const { return lineNumber_; }
    // By what was handed out.
    ByteSource::Progress progress() const;
    // What cut the file short: a read error, a damaged archive, a line beyond all reason.
    const std::optional<Problem>& failure() const { return failure_; }

private:
    LineReader(ByteSource source, std::string path);
    // Reads more behind what is left; false if there is no more.
    bool refill();
    void fail(Message message);
    // The file cannot be read on; up to `end` of the buffer it was.
    void failAsDamaged(std::size_t end);
    // The text is none of ours; where the archive is damaged, that is why.
    void failAsNoText(Message message);
    // The line from `begin_` on whose end is looked for behind the first `searched` bytes.
    bool take(std::size_t searched, std::string_view& line);
    // Up to the end of a line of which what was read so far is too much.
    bool passLine();
    static bool endsLinesOtherwise(std::string_view firstLine);

    ByteSource source_;
    std::string path_;
    std::vector<char> buffer_;
    std::int64_t got_ = 0;   // bytes
    std::size_t begin_ = 0;  // of what was not handed out yet
    std::size_t end_ = 0;
    std::size_t taken_ = 0;  // bytes of the line last read, with its end
    int added_ = 0;          // lines by which it was extended
    bool finished_ = false;
    bool passesLong_ = false;
    bool tooLong_ = false;
    int lineNumber_ = 0;
    std::optional<Problem> failure_;
};

}  // namespace apportion
