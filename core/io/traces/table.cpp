// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/table.h"

#include <algorithm>
#include <utility>

#include "core/io/traces/field_values.h"
#include "core/io/traces/word_values.h"
#include "core/model/csv_cell.h"

namespace apportion {

namespace {

// Such as a program or an image: what looks like a separator there is none. Letters of another
// encoding are text.
bool isNoText(std::string_view line) {
    const auto isControl = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && byte != '\t' && byte != '\r') || byte == 0x7F;
    };
    return std::any_of(line.begin(), line.end(), isControl);
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

// Of a table that is no trace: the variant that says so.
std::string codeOf(const char* code, TableShape::Kind kind) {
    std::string full = code;
    if (kind == TableShape::Kind::guarantees)
        full += ".guarantees";
    else if (kind == TableShape::Kind::nodes)
        full += ".nodes";
    return full;
}

std::string joined(const std::vector<std::string>& names, char separator) {
    std::string line;
    for (const std::string& name : names)
        line += (line.empty() ? "" : std::string(1, separator)) + name;
    return line;
}

constexpr std::string_view kSeparators = ",;\t|";

std::string nameOfSeparator(char separator) {
    return separator == '\t'      ? "tabs"
           : separator == kBlanks ? "blanks"
                                  : std::string{'\'', separator, '\''};
}

// All of them, within reason.
std::string shownNames(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 40;
    if (names.size() <= kMost)
        return wholeList(names);
    return wholeList({names.begin(), names.begin() + kMost}) + ", ...";
}

}  // namespace

Table::Table(LineReader lines, std::string path, TableShape shape)
    : lines_(std::move(lines)), path_(std::move(path)), shape_(std::move(shape)) {
    lines_.passLongLines();
}

Result<Table> Table::open(const std::string& path, TableShape shape) {
    Result<LineReader> lines = LineReader::open(path, shape.mostBytes);
    if (!lines)
        return tl::unexpected(lines.error());
    Table table(std::move(*lines), path, std::move(shape));
    if (Result<void> begun = table.begin(); !begun)
        return tl::unexpected(begun.error());
    return table;
}

bool Table::nextLine(std::string_view& line) {
    while (lines_.next(line)) {
        const std::string_view content = trimmed(line);
        if (lines_.wasTooLong())
            return true;
        if (content.empty())
            continue;
        if (shape_.comment == 0 || content.front() != shape_.comment)
            return true;
        if (shape_.onComment)
            shape_.onComment(line, lines_.lineNumber());
    }
    return false;
}

const std::vector<CsvField>& Table::split(std::string_view line) {
    switch (shape_.cells) {
        case TableShape::Cells::plain:
            return splitter_.plain(line, shape_.separator);
        case TableShape::Cells::words:
            return splitter_.words(line);
        case TableShape::Cells::quoted:
            break;
    }
    return splitter_.quoted(line, shape_.separator);
}

bool Table::fitsNames() const {
    const std::size_t width = found_.size();
    return width == shape_.names.size() ||
           (width == shape_.names.size() + 1 && found_.back().empty());
}

bool Table::isOurs(std::string_view name) const {
    return std::any_of(shape_.columns.begin(), shape_.columns.end(), [&](const Column& column) {
        return !column.name.empty() && isSameName(column.name, name);
    });
}

std::size_t Table::namedColumns() const {
    return static_cast<std::size_t>(std::count_if(
        found_.begin(), found_.end(), [&](const std::string& name) { return isOurs(name); }));
}

Result<void> Table::begin() {
    std::string_view line;
    const bool any = nextLine(line);
    if (lines_.failure())
        return tl::unexpected(Problems{*lines_.failure()});
    if (!any) {
        refuseHeader("", lines_.lineNumber() == 0
                             ? Message{"empty-file", {}}
                             : Message{codeOf("trace-empty", shape_.kind), {{"format", format()}}});
        return tl::unexpected(problems());
    }
    if (const auto told = separatorLine(line)) {
        if (!shape_.separatorIsChosen && *told != shape_.separator) {
            shape_.separator = *told;
            shape_.cells = TableShape::Cells::quoted;
        }
        shape_.separatorIsChosen = true;
        nextLine(line);
    }
    separateBy(shape_.separator, line);
    guessSeparator(line);
    if (!quotesFit() || separatesOtherwise(line)) {
        refuseOtherFormat(line);
        return tl::unexpected(problems());
    }
    const bool maybe = shape_.header == TableShape::Header::maybe;
    hasHeader_ = shape_.header == TableShape::Header::first || (maybe && namedColumns() > 0);
    if (maybe && !hasHeader_ && !fitsNames()) {
        if (refuseOtherFormat(line))
            return tl::unexpected(problems());
        refuseHeader("",
                     {"trace-no-header",
                      {{"format", format()},
                       {"found", Value::ofCount(static_cast<std::int64_t>(found_.size()))},
                       {"expected", Value::ofCount(static_cast<std::int64_t>(shape_.names.size()))},
                       {"columns", Value::ofText(joined(shape_.names, shape_.separator))}}});
        return tl::unexpected(problems());
    }
    header_ = hasHeader_ ? std::string(line)
              : maybe    ? joined(shape_.names, shape_.separator)
                         : std::string();
    if (!hasHeader_) {
        found_ = shape_.names;
        pending_ = std::string(line);
        hasPending_ = true;
    }
    headerLine_ = lines_.lineNumber();
    findColumns();
    fields_ = nullptr;  // they stay behind where the table is moved
    return {};
}

void Table::separateBy(char separator, std::string_view line) {
    shape_.separator = separator;
    if (separator == kBlanks)
        shape_.cells = TableShape::Cells::words;
    fields_ = &split(line);
    found_.clear();
    for (const CsvField& field : *fields_)
        found_.push_back(shownValue(trimmed(field.text)));
}

// The separator between which the line names most columns of ours, two where tables hardly have it;
// where it names none, the first usual one between which it has several values. Nodes also stand
// between blanks.
void Table::guessSeparator(std::string_view line) {
    const bool maybe = shape_.header == TableShape::Header::maybe;
    const auto fits = [&] { return namedColumns() > 0 || (maybe && fitsNames()); };
    if (shape_.separatorIsChosen || shape_.kind == TableShape::Kind::guarantees ||
        shape_.cells == TableShape::Cells::words || fits() || isNoText(line))
        return;
    const char usual = shape_.separator;
    const TableShape::Cells cells = shape_.cells;
    char several = found_.size() > 1 ? usual : '\0';
    char best = usual;
    std::size_t most = 0;
    std::string separators = separatorsFor(line);
    if (shape_.kind == TableShape::Kind::nodes)
        separators += kBlanks;
    for (const char separator : separators) {
        if (separator == usual || line.find(separator) == std::string_view::npos)
            continue;
        shape_.cells = TableShape::Cells::quoted;
        separateBy(separator, line);
        const bool isUsual = kSeparators.find(separator) != std::string_view::npos;
        const std::size_t named = namedColumns() + (maybe && fitsNames() ? 1 : 0);
        if (named > most && (isUsual || named > 1)) {
            most = named;
            best = separator;
        }
        if (several == '\0' && isUsual && found_.size() > 1)
            several = separator;
    }
    if (most == 0)
        best = several == '\0' ? usual : several;
    shape_.cells = best == usual ? cells : TableShape::Cells::quoted;
    if (best != usual)
        usualSeparator_ = usual;
    separateBy(best, line);
}

bool Table::separatesOtherwise(std::string_view line) {
    if (found_.size() > 1 || shape_.cells == TableShape::Cells::words)
        return false;
    const auto other = std::find_if(kSeparators.begin(), kSeparators.end(), [&](char separator) {
        return separator != shape_.separator && line.find(separator) != std::string_view::npos;
    });
    const bool refused = other != kSeparators.end();
    const bool isTrace = shape_.kind == TableShape::Kind::trace;
    if (refused && isNoText(line)) {
        refuseHeader("", {"trace-no-text", {{"format", format()}}});
        return true;
    }
    if (refused) {
        refuseHeader("", {isTrace ? "trace-separator" : "trace-separator.list",
                          {{"found", Value::ofText(nameOfSeparator(*other))},
                           {"expected", Value::ofText(nameOfSeparator(shape_.separator))},
                           {"value", Value::ofText(wordOfSeparator(*other))}}});
        return true;
    }
    // Between blanks, and some of them are columns of ours.
    LineSplitter splitter;
    const auto& words = splitter.words(line);
    if (words.size() < 2 || std::none_of(words.begin(), words.end(),
                                         [&](const CsvField& word) { return isOurs(word.text); }))
        return false;
    refuseHeader("", {isTrace ? shape_.fixedWidth : "trace-blanks.list",
                      {{"expected", Value::ofText(nameOfSeparator(shape_.separator))}}});
    return true;
}

void Table::findColumns() {
    width_ = found_.size();
    // A separator behind the last name, as "sacct -p" writes it, is one behind every row.
    if (width_ > 1 && found_.back().empty())
        --width_;
    for (std::size_t i = 0; i < shape_.columns.size(); ++i) {
        const Column& column = shape_.columns[i];
        // As it is written, else with other letters.
        const bool exact = std::find(found_.begin(), found_.end(), column.name) != found_.end();
        const auto isIt = [&](const std::string& name) {
            return exact ? name == column.name : isSameName(name, column.name);
        };
        const auto place = std::find_if(found_.begin(), found_.end(), isIt);
        const bool there = place != found_.end() && !column.name.empty();
        if (there)
            if (const auto second = std::find_if(place + 1, found_.end(), isIt);
                second != found_.end())
                refuseHeader(column.name,
                             {"trace-column-twice", {{"column", Value::ofText(column.name)}}},
                             hasHeader_ ? static_cast<std::size_t>(second - found_.begin()) : 0);
        places_.push_back(there ? static_cast<std::size_t>(place - found_.begin()) : kNowhere);
        if (column.needed)
            require(i);
    }
    restIsLast_ = hasHeader_ && width_ > 1 && isFreeText(width_ - 1);
}

void Table::require(std::size_t place) {
    if (has(place) || refuseOtherFormat(header_))
        return;
    const Column& column = shape_.columns[place];
    const bool asked = !column.option.empty();
    Message message{codeOf("trace-column-missing", shape_.kind),
                    {{"column", Value::ofText(shownValue(column.name))},
                     {"format", format()},
                     {"found", Value::ofText(shownNames(found_))}}};
    if (asked)
        message = {
            "trace-column-missing.option",
            {message.arguments[0], {"option", Value::ofText(column.option)}, message.arguments[2]}};
    else if (!column.replacedBy.empty()) {
        message.code += column.replacedBy == "columns" ? ".mapped" : ".replaced";
        message.arguments.push_back({"option", Value::ofText(column.replacedBy)});
    }
    refuseHeader(column.name, std::move(message));
}

void Table::refuseNoDuration(std::string columns) {
    refuseHeader("", {"trace-no-duration",
                      {{"format", format()},
                       {"known", Value::ofText(std::move(columns))},
                       {"found", Value::ofText(shownNames(found_))}}});
}

bool Table::next() {
    std::string_view line;
    if (fileRefused_)
        return false;
    if (hasPending_) {
        hasPending_ = false;
        if (takeRow(pending_))
            return true;
    }
    while (!fileRefused_ && nextLine(line))
        if (takeRow(line))
            return true;
    return false;
}

void Table::countRepeatedHeader() {
    if (repeatedHeaders_++ == 0)
        firstRepeatedHeader_ = lines_.lineNumber();
}

// The names of the header in its order, with other blanks or quotation marks.
bool Table::repeatsNames() const {
    if (shape_.header == TableShape::Header::none || fields_->size() < width_)
        return false;
    for (std::size_t i = 0; i < width_; ++i)
        if (trimmed((*fields_)[i].text) != found_[i])
            return false;
    return hasWidth();
}

// A line of names has more of ours than values that begin as a number does.
std::optional<std::size_t> Table::otherName() const {
    if (shape_.header == TableShape::Header::none)
        return {};
    std::optional<std::size_t> first, moved;
    std::size_t names = 0, numbers = 0;
    for (std::size_t i = 0; i < fields_->size(); ++i) {
        const std::string_view text = trimmed((*fields_)[i].text);
        if (text.empty())
            continue;
        numbers += text.front() >= '0' && text.front() <= '9' ? 1 : 0;
        if (!isOurs(text) && std::find(found_.begin(), found_.end(), text) == found_.end())
            continue;
        ++names;
        if (!first)
            first = i;
        if (!moved && (i >= width_ || found_[i] != text))
            moved = i;
    }
    return names > numbers ? moved ? moved : first : std::nullopt;
}

// How the sentence about a row of a wrong width speaks of it.
std::string Table::codeOfCount(bool more) const {
    const std::string code = "trace-field-count";
    if (shape_.header == TableShape::Header::none)
        return code + (more ? ".words-more" : ".words");
    if (!hasHeader_)
        return code + (more ? ".headerless-more" : ".headerless");
    if (shape_.cells != TableShape::Cells::quoted)
        return code + (more ? ".plain-more" : ".plain");
    return more ? code + ".more" : code;
}

bool Table::quotesFit() {
    const std::optional<QuoteFault>& fault = splitter_.fault();
    if (!fault)
        return true;
    const char* const open = fault->at.text.empty() ? "trace-quote-open.end" : "trace-quote-open";
    refuseRow(fault->at.column, "",
              {fault->kind == QuoteFault::Kind::open ? open : "trace-quote-tail",
               {{"value", Value::ofText(shownValue(fault->at.text))}}});
    return false;
}

// Values that are empty behind the last one are none.
bool Table::hasWidth() const {
    const std::size_t count = fields_->size();
    if (count == width_ || (count > width_ && restIsLast_))
        return true;
    return count > width_ &&
           std::all_of(fields_->begin() + static_cast<std::ptrdiff_t>(width_), fields_->end(),
                       [](const CsvField& field) { return trimmed(field.text).empty(); });
}

// A column of texts that is not read.
bool Table::isFreeText(std::size_t column) const {
    return std::any_of(shape_.freeTexts.begin(), shape_.freeTexts.end(),
                       [&](const std::string& name) { return isSameName(name, found_[column]); }) &&
           std::find(places_.begin(), places_.end(), column) == places_.end();
}

// Without names, one value more than the format has. Two rows in one line have more.
bool Table::takesSurplus() {
    const std::size_t count = fields_->size();
    const bool words = shape_.header == TableShape::Header::none;
    if (words ? count != width_ + 1 : !hasWidth())
        return false;
    // What stands behind the last separator in the first line, too, is nothing to tell.
    const std::size_t quiet = words ? width_ : std::max(found_.size(), width_ + 1);
    if (count > quiet && !restIsLast_ && surplusRows_++ == 0)
        firstSurplus_ = lines_.lineNumber();
    return true;
}

void Table::splitRow(std::string_view line) {
    const auto isOpen = [&] {
        return splitter_.fault() && splitter_.fault()->kind == QuoteFault::Kind::open;
    };
    record_ = line;
    fields_ = &split(record_);
    if (!isOpen())
        return;
    std::size_t seen = record_.size();
    while (isOpen() && lines_.extend(record_)) {
        if (record_.find('"', seen) != std::string_view::npos)
            fields_ = &split(record_);
        seen = record_.size();
    }
    // Not a value with line breaks but a mark that is not closed: the lines are rows.
    if (!lines_.failure() && (splitter_.fault() || !hasWidth())) {
        lines_.retreat(record_);
        fields_ = &split(record_);
    }
}

bool Table::takeRow(std::string_view line) {
    // Of such a line there is no text, which without a header would be one.
    if (lines_.wasTooLong()) {
        ++row_;
        record_ = {};
        fields_ = &split(record_);
        refuseRow(1, "", {"trace-line-too-long.row", {}});
        return false;
    }
    if (line.size() == header_.size() && line == header_) {
        countRepeatedHeader();
        return false;
    }
    splitRow(line);
    if (repeatsNames()) {
        countRepeatedHeader();
        return false;
    }
    ++row_;
    if (lines_.failure() || !quotesFit())
        return false;
    if (fields_->size() == width_ || takesSurplus())
        return true;
    if (row_ == 1 && !hasHeader_ && refuseOtherFormat(line))
        return false;
    refuseWidth();
    return false;
}

void Table::refuseWidth() {
    const std::size_t count = fields_->size();
    const bool more = count > width_;
    Message message{codeOfCount(more),
                    {{"found", Value::ofCount(static_cast<std::int64_t>(count))},
                     {"expected", Value::ofCount(static_cast<std::int64_t>(width_))},
                     {"format", format()}}};
    std::vector<std::string> texts;
    for (std::size_t i = 0; more && hasHeader_ && i < width_; ++i)
        if (isFreeText(i))
            texts.push_back(found_[i]);
    if (!texts.empty()) {
        message.code = "trace-field-count.texts";
        message.arguments.push_back({"columns", Value::ofText(wholeList(texts))});
        message.arguments.push_back({"value", Value::ofText(texts.front())});
    }
    refuseRow(1, "", std::move(message));
}

std::vector<Message> Table::remarks() const {
    std::vector<Message> remarks;
    if (usualSeparator_)
        remarks.push_back({"trace-remark-separator",
                           {{"found", Value::ofText(nameOfSeparator(shape_.separator))},
                            {"expected", Value::ofText(nameOfSeparator(*usualSeparator_))}}});
    if (surplusRows_ > 0)
        remarks.push_back({"trace-remark-surplus",
                           {{"count", Value::ofCount(surplusRows_)},
                            {"line", Value::ofCount(firstSurplus_)},
                            {"expected", Value::ofCount(static_cast<std::int64_t>(width_))}}});
    return remarks;
}

std::string_view Table::value(std::size_t column) const {
    if (!has(column))
        return {};
    const std::string_view text = trimmed((*fields_)[places_[column]].text);
    return shape_.cells == TableShape::Cells::quoted ? textOfCell(text) : text;
}

int Table::columnOf(std::size_t column) const {
    return has(column) ? (*fields_)[places_[column]].column : 1;
}

bool Table::missing(std::size_t column) const {
    const std::string_view text = value(column);
    return isMissing(text) || (shape_.minusOne && isMinusOne(text));
}

std::int64_t Table::expectedRows() const {
    const ByteSource::Progress progress = lines_.progress();
    return progress.taken > 0 ? row_ * progress.all / progress.taken : 0;
}

}  // namespace apportion
