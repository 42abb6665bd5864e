// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/byte_source.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "core/io/file_kind.h"
#include "core/io/gzip.h"
#include "core/io/input_file.h"

namespace apportion {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 17;
constexpr int kGzipWindow = 15 + 16;  // largest window, gzip header
constexpr unsigned char kMagic[] = {0x1F, 0x8B};

Message systemMessage(const std::string& path, int error) {
    const Argument name{"name", Value::ofText(path)};
    if (error == ENOENT || error == ENOTDIR)
        return {path.empty() ? "no-such-file.unnamed" : "no-such-file", {name}};
    if (error == EISDIR)
        return {"is-directory", {name}};
    return {"unreadable",
            {name, {"detail", Value::ofText(std::generic_category().message(error))}}};
}

// As --limit takes it: "8GiB".
std::string sizeText(std::int64_t bytes) {
    constexpr std::int64_t kStep = 1024;
    std::string_view units = "KMGT";
    std::string unit;
    while (bytes > 0 && bytes % kStep == 0 && !units.empty()) {
        bytes /= kStep;
        unit = std::string{units.front()} + "iB";
        units.remove_prefix(1);
    }
    return std::to_string(bytes) + unit;
}

}  // namespace

// Reads the descriptor itself: zlib's own files pass over what stands behind the packed data.
struct ByteSource::File {
    enum class Kind { unknown, plain, packed };

    std::string path;
    int descriptor = -1;
    Kind kind = Kind::unknown;
    bool ended = false;        // the file has no more bytes
    bool first = true;         // nothing was unpacked yet
    bool insideMember = true;  // of an archive of several; false between two
    z_stream stream{};
    bool inflating = false;
    std::array<unsigned char, kChunk> bytes{};
    std::size_t begin = 0, end = 0;  // of what was not taken yet
    std::int64_t size = 0;           // of a regular file; else 0
    std::int64_t taken = 0;          // up to `end`

    File() = default;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (inflating)
            inflateEnd(&stream);
        if (descriptor > STDIN_FILENO)
            close(descriptor);
    }
    std::size_t left() const { return end - begin; }
    // Zeros that a tape or a block device added behind a member; gzip passes over them too.
    void passPadding() {
        while (left() > 0 && bytes[begin] == 0)
            ++begin;
    }
    // Whether what comes next begins as gzip does, as far as it is there.
    bool looksPacked() const {
        return left() > 0 &&
               std::memcmp(bytes.data() + begin, kMagic, std::min(left(), std::size(kMagic))) == 0;
    }
};

ByteSource::ByteSource(std::unique_ptr<File> file, std::int64_t most)
    : file_(std::move(file)), most_(most) {}
ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;
ByteSource::~ByteSource() = default;

Result<ByteSource> ByteSource::open(const std::string& path, std::int64_t most) {
    auto file = std::make_unique<File>();
    file->path = path;
    file->descriptor =
        path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    int error = file->descriptor < 0 ? errno : 0;
    struct stat status {};
    if (error == 0 && fstat(file->descriptor, &status) == 0 && S_ISDIR(status.st_mode))
        error = EISDIR;
    if (error == 0 && S_ISREG(status.st_mode))
        file->size = status.st_size;
    if (error != 0) {
        Problem problem;
        problem.file = path;
        problem.message = systemMessage(path, error);
        return tl::unexpected(Problems{problem});
    }
    return ByteSource(std::move(file), most);
}

ByteSource::Progress ByteSource::progress() const {
    const File& file = *file_;
    if (file.size == 0)
        return {};
    return {file.taken - static_cast<std::int64_t>(file.left()), file.size};
}

bool ByteSource::refill() {
    File& file = *file_;
    std::memmove(file.bytes.data(), file.bytes.data() + file.begin, file.left());
    file.end = file.left();
    file.begin = 0;
    while (!file.ended && !failure_) {
        const auto got =
            ::read(file.descriptor, file.bytes.data() + file.end, file.bytes.size() - file.end);
        if (got > 0) {
            file.end += static_cast<std::size_t>(got);
            file.taken += got;
            return true;
        }
        if (got == 0)
            file.ended = true;
        else if (errno != EINTR)
            fail(systemMessage(file.path, errno));
    }
    return false;
}

std::size_t ByteSource::read(char* into, std::size_t size) {
    const std::size_t count = readSome(into, size);
    given_ += static_cast<std::int64_t>(count);
    if (given_ <= most_)
        return count;
    fail({"trace-too-large",
          {{"most", Value::ofText(sizeText(most_))},
           {"raised", Value::ofText(sizeText(most_ * 2))}}});
    return 0;
}

std::size_t ByteSource::readSome(char* into, std::size_t size) {
    File& file = *file_;
    if (file.kind == File::Kind::unknown) {
        while (file.left() < kLongestFileMark && refill()) {
        }
        if (const auto other =
                otherKind({reinterpret_cast<const char*>(file.bytes.data()), file.left()}))
            fail(*other);
        const bool packed = file.left() >= std::size(kMagic) && file.looksPacked();
        file.kind = packed ? File::Kind::packed : File::Kind::plain;
        if (packed && inflateInit2(&file.stream, kGzipWindow) != Z_OK)
            throw std::bad_alloc();
        file.inflating = packed;
    }
    if (failure_)
        return 0;
    if (file.kind == File::Kind::packed)
        return unpack(into, size);
    if (file.left() == 0 && !refill())
        return 0;
    const std::size_t count = std::min(size, file.left());
    std::memcpy(into, file.bytes.data() + file.begin, count);
    file.begin += count;
    return count;
}

std::size_t ByteSource::unpack(char* into, std::size_t size) {
    File& file = *file_;
    file.stream.next_out = reinterpret_cast<Bytef*>(into);
    file.stream.avail_out = static_cast<uInt>(size);
    while (file.stream.avail_out == size) {
        if (file.left() == 0 && !refill()) {
            if (file.insideMember && !failure_)
                fail({"truncated-gzip", {}});
            return 0;
        }
        if (!file.insideMember) {
            file.passPadding();
            if (file.left() == 0)
                continue;
            if (!file.looksPacked()) {
                fail({"gzip-tail", {}});
                return 0;
            }
            file.insideMember = true;
            inflateReset(&file.stream);
        }
        file.stream.next_in = file.bytes.data() + file.begin;
        file.stream.avail_in = static_cast<uInt>(file.left());
        const int result = inflate(&file.stream, Z_NO_FLUSH);
        file.begin = file.end - file.stream.avail_in;
        if (result == Z_STREAM_END) {
            file.insideMember = false;
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            // What the sum at the end is of was all unpacked.
            const std::string_view why = file.stream.msg != nullptr ? file.stream.msg : "";
            const bool sum = why == "incorrect data check" || why == "incorrect length check";
            fail({sum ? "bad-gzip.sum" : "bad-gzip", {}});
            return size - file.stream.avail_out;
        }
    }
    const std::size_t count = size - file.stream.avail_out;
    const bool first = std::exchange(file.first, false);
    if (const auto other = first ? otherKind({into, count}) : std::nullopt)
        fail(*other);
    if (first && isGzip({into, count}))
        fail({"gzip-twice", {}});
    return failure_ ? 0 : count;
}

}  // namespace apportion
