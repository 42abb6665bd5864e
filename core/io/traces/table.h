// SPDX-License-Identifier: GPL-3.0-or-later
// A table of text: columns found by name, every problem with its place.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/traces/csv_line.h"
#include "core/io/traces/line_reader.h"
#include "core/io/traces/skipped_rows.h"
#include "core/io/traces/trace_options.h"
#include "core/model/problem.h"

namespace apportion {

struct Column {
    std::string name;
    bool needed = true;       // a problem if the table lacks it; else its values are empty
    std::string option = {};  // that names it; empty = the format does
    // The option that names another column in its place, with which this one is not needed.
    std::string replacedBy = {};
};

struct TableShape {
    // trace: of jobs. The other two stand beside one, and messages call them so.
    enum class Kind { trace, guarantees, nodes };
    enum class Cells { quoted, plain, words };  // as LineSplitter cuts them
    // maybe: if the first line names a column, or has not as many fields as `names`. A line that
    // says the same as the header again, as in tables put one behind the other, is no row.
    enum class Header { first, maybe, none };

    Kind kind = Kind::trace;
    std::string format;           // named in problems
    std::vector<Column> columns;  // what is read, by place; other columns of the table are let be
    Cells cells = Cells::quoted;
    char separator = ',';  // kBlanks: any number of blanks
    // Otherwise another one is taken where the first line names columns between it.
    bool separatorIsChosen = false;
    std::int64_t mostBytes = TraceLimits().bytes;  // unpacked
    // What is said of a table whose columns stand below each other, with blanks between.
    const char* fixedWidth = "trace-blanks";
    Header header = Header::first;
    std::vector<std::string> names;  // all columns of a table without a header
    // Columns of which any text can stand in the values, the separator too.
    std::vector<std::string> freeTexts;
    bool minusOne = false;     // -1 is no value but says that there is none
    bool skipBadRows = false;  // rows with problems are counted and left out
    char comment = 0;          // lines that begin so are handed to `onComment`
    std::function<void(std::string_view line, int number)> onComment;
};

class Table {
public:
    static Result<Table> open(const std::string& path, TableShape shape);

    // The next row that is not blank. False at the end, and where the columns are not those of the
    // format: what they lack is told together.
    bool next();
    // Of the present row, by place in `columns`, without blanks around it.
    std::string_view value(std::size_t column) const;
    bool has(std::size_t column) const { return places_[column] != kNowhere; }
    // A column without which the table is of no use; a problem if it is not there.
    void require(std::size_t place);
    void refuseNoDuration(std::string columns);
    std::int64_t row() const { return row_; }  // from 1, blank lines and comments aside
    int lineNumber() const { return lines_.lineNumber(); }
    int columnOf(std::size_t column) const;  // of the present row, in bytes, from 1
    // Where that is: a row may have several lines.
    struct Place {
        int breaks = 0;  // line ends of the row before it
        int column = 1;  // in its line
    };
    Place placeOf(int column) const;
    const std::string& nameOf(std::size_t column) const { return shape_.columns[column].name; }
    // How many rows there will be, by how much of the file they took so far; 0 = nothing is known.
    std::int64_t expectedRows() const;
    // What was guessed or passed over of the table as a whole.
    std::vector<Message> remarks() const;
    // Nothing more is read.
    void stop(Message message) { refuseHeader("", std::move(message)); }
    // What is wrong with the columns as a whole, in their line.
    void refuseColumns(Message message);
    // Lines that repeat the header: how many, and the first.
    std::int64_t repeatedHeaders() const { return repeatedHeaders_; }
    int firstRepeatedHeader() const { return firstRepeatedHeader_; }
    // Whether the value says that there is none.
    bool missing(std::size_t column) const;

    // The value of a column is not what it must be; `code` gets {column}, {value} and what is told
    // beside them.
    void refuse(std::size_t column, std::string code, std::vector<Argument> more = {});
    // The same of an earlier row, another for each call.
    void refuseAt(int line, int column, std::size_t of, Message message);
    bool skipsBadRows() const { return shape_.skipBadRows; }
    // A row that was read is left out with those that cannot be.
    void leaveOut(int line, const Message& why) { skipped_.add(line, {}, why); }
    // Whether the present row is left out.
    bool isSkipped() const { return row_ > 0 && skippedRow_ == row_; }
    std::vector<Message> skipped() const { return skipped_.told(); }
    // Of another place, for a warning.
    Problem problemAt(int line, int column, Message message) const;
    bool failed() const { return problemCount_ > 0 || lines_.failure(); }
    // All problems so far, those of the file itself too; at most kMostProblems and the number of
    // the others. Empty = everything was read.
    Problems problems() const;

private:
    static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

    Table(LineReader lines, std::string path, TableShape shape);
    Result<void> begin();
    bool fitsNames() const;
    std::size_t namedColumns() const;
    std::string codeOfCount(bool more) const;
    void refuseWidth();
    void guessSeparator(std::string_view firstLine);
    bool separatesOtherwise(std::string_view firstLine);
    void separateBy(char separator, std::string_view firstLine);
    bool isOurs(std::string_view name) const;
    bool isFreeText(std::size_t column) const;
    bool takesSurplus();
    Value format() const { return Value::ofText(shape_.format); }
    void countRepeatedHeader();
    bool repeatsNames() const;
    // Where the present row names columns: the first value that is the name of another than its
    // own, else of its own.
    std::optional<std::size_t> otherName() const;
    bool refuseOtherHeader();
    void findColumns();
    bool nextLine(std::string_view& line);
    const std::vector<CsvField>& split(std::string_view line);
    bool takeRow(std::string_view line);
    // At a field of the line.
    void refuseHeader(std::string_view columnName, Message message, std::size_t field = 0);
    // Where the first line looks like that of another format: that, in the place of all that it
    // lacks to be one of this. Whether it does.
    bool refuseOtherFormat(std::string_view firstLine);
    void refuseRow(int column, std::string_view columnName, Message message);
    void add(int line, int column, std::string_view columnName, Message message);
    Message refusalOf(std::size_t column, std::string code) const;
    bool hasWidth() const;
    // Cuts a row, together with the lines behind it where a quotation mark is closed in one of
    // them.
    void splitRow(std::string_view line);
    // Whether the line last split has its quotation marks right; a problem if not.
    bool quotesFit();

    LineReader lines_;
    std::string path_;
    TableShape shape_;
    LineSplitter splitter_;
    std::vector<std::string> found_;   // all columns of the table
    std::vector<std::size_t> places_;  // by column
    std::size_t width_ = 0;            // columns of the table
    std::string_view record_;          // the present row as it stands there
    const std::vector<CsvField>* fields_ = nullptr;
    std::string pending_;  // the first line where it was no header
    bool hasPending_ = false;
    std::string header_;  // the line, or what it would be where there is none
    bool hasHeader_ = true;
    int headerLine_ = 1;
    std::int64_t repeatedHeaders_ = 0;
    int firstRepeatedHeader_ = 0;
    std::int64_t row_ = 0;
    std::optional<char> usualSeparator_;  // where another one was guessed
    bool restIsLast_ = false;  // the last column is not read and has the rest of the line
    std::int64_t surplusRows_ = 0;
    int firstSurplus_ = 0;
    SkippedRows skipped_;
    std::int64_t skippedRow_ = 0;  // the last
    bool rowsRefused_ = false, fileRefused_ = false;
    bool otherHeader_ = false;  // what follows it is cut otherwise and not read
    bool otherFormat_ = false;  // nothing else that is said of it would help
    Problems problems_;
    std::int64_t problemCount_ = 0;
};

// As a message can show it: at most 80 bytes, what is no UTF-8 or cannot be seen as \x1F.
std::string shownValue(std::string_view text);

}  // namespace apportion
