// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/store/fault_vfs.h"

#include <algorithm>
#include <filesystem>
#include <random>
#include <stdexcept>

#include <sqlite3.h>

#include "tests/core/io/temporary_folder.h"

namespace apportion::testing {

namespace fs = std::filesystem;

// What SQLite calls. Reading, locking and the shared memory are left to the system's own VFS.
struct FaultCalls {
    struct File {
        sqlite3_file base;
        FaultVfs* disk;
        FaultVfs::Image* image;
        sqlite3_file real;  // the system's, with more bytes behind it
    };

    static File& of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
    static sqlite3_file* real(sqlite3_file* file) { return &of(file).real; }
    static FaultVfs& disk(sqlite3_vfs* vfs) { return *static_cast<FaultVfs*>(vfs->pAppData); }
    static sqlite3_vfs* system(sqlite3_vfs* vfs);

    static int close(sqlite3_file* file) { return real(file)->pMethods->xClose(real(file)); }
    static int read(sqlite3_file* file, void* to, int size, sqlite3_int64 offset) {
        return real(file)->pMethods->xRead(real(file), to, size, offset);
    }
    static int fileSize(sqlite3_file* file, sqlite3_int64* size) {
        return real(file)->pMethods->xFileSize(real(file), size);
    }
    static int put(File& file, const void* from, int size, sqlite3_int64 offset) {
        const int result = file.real.pMethods->xWrite(&file.real, from, size, offset);
        if (result == SQLITE_OK && file.image != nullptr)
            file.image->pending.push_back(
                {offset,
                 std::string(static_cast<const char*>(from), static_cast<std::size_t>(size)),
                 false});
        return result;
    }
    static int write(sqlite3_file* base, const void* from, int size, sqlite3_int64 offset) {
        File& file = of(base);
        if (!file.disk->next())
            return put(file, from, size, offset);
        sqlite3_int64 end = 0;
        fileSize(base, &end);
        const bool full = file.disk->fault_ == Fault::diskFull;
        if (full && offset + size <= end)
            return put(file, from, size, offset);
        put(file, from, size / 2, offset);
        file.disk->failed_ = true;
        return full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    static int truncate(sqlite3_file* base, sqlite3_int64 size) {
        File& file = of(base);
        if (file.disk->next() && file.disk->fault_ != Fault::diskFull) {
            file.disk->failed_ = true;
            return SQLITE_IOERR_TRUNCATE;
        }
        const int result = file.real.pMethods->xTruncate(&file.real, size);
        if (result == SQLITE_OK && file.image != nullptr)
            file.image->pending.push_back({size, {}, true});
        return result;
    }
    static int sync(sqlite3_file* base, int) {
        File& file = of(base);
        if (file.disk->next() && file.disk->fault_ != Fault::diskFull) {
            file.disk->failed_ = true;
            return SQLITE_IOERR_FSYNC;
        }
        if (file.image == nullptr)
            return SQLITE_OK;
        // SQLite flushes the folder with the first flush of a new journal.
        file.image->removed.reset();
        std::string bytes = file.image->flushed.value_or(std::string());
        for (const auto& written : file.image->pending)
            FaultVfs::apply(written, bytes);
        file.image->flushed = std::move(bytes);
        file.image->pending.clear();
        return SQLITE_OK;
    }
    static int lock(sqlite3_file* file, int how) {
        return real(file)->pMethods->xLock(real(file), how);
    }
    static int unlock(sqlite3_file* file, int how) {
        return real(file)->pMethods->xUnlock(real(file), how);
    }
    static int reserved(sqlite3_file* file, int* answer) {
        return real(file)->pMethods->xCheckReservedLock(real(file), answer);
    }
    static int control(sqlite3_file* file, int what, void* value) {
        return real(file)->pMethods->xFileControl(real(file), what, value);
    }
    static int sectorSize(sqlite3_file* file) {
        return real(file)->pMethods->xSectorSize(real(file));
    }
    static int characteristics(sqlite3_file* file) {
        return real(file)->pMethods->xDeviceCharacteristics(real(file));
    }
    static int shmMap(sqlite3_file* file, int region, int size, int extend, void volatile** at) {
        return real(file)->pMethods->xShmMap(real(file), region, size, extend, at);
    }
    static int shmLock(sqlite3_file* file, int offset, int n, int flags) {
        return real(file)->pMethods->xShmLock(real(file), offset, n, flags);
    }
    static void shmBarrier(sqlite3_file* file) { real(file)->pMethods->xShmBarrier(real(file)); }
    static int shmUnmap(sqlite3_file* file, int remove) {
        return real(file)->pMethods->xShmUnmap(real(file), remove);
    }

    static int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* base, int flags, int* out);
    static int remove(sqlite3_vfs* vfs, const char* name, int flushFolder);
};

namespace {

const sqlite3_io_methods kMethods{2,
                                  FaultCalls::close,
                                  FaultCalls::read,
                                  FaultCalls::write,
                                  FaultCalls::truncate,
                                  FaultCalls::sync,
                                  FaultCalls::fileSize,
                                  FaultCalls::lock,
                                  FaultCalls::unlock,
                                  FaultCalls::reserved,
                                  FaultCalls::control,
                                  FaultCalls::sectorSize,
                                  FaultCalls::characteristics,
                                  FaultCalls::shmMap,
                                  FaultCalls::shmLock,
                                  FaultCalls::shmBarrier,
                                  FaultCalls::shmUnmap,
                                  nullptr,
                                  nullptr};

constexpr int kKept = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL;

}  // namespace

struct FaultVfs::Registered {
    sqlite3_vfs* system = nullptr;
    sqlite3_vfs vfs{};
};

sqlite3_vfs* FaultCalls::system(sqlite3_vfs* vfs) {
    return disk(vfs).registered_->system;
}

int FaultCalls::open(sqlite3_vfs* vfs, const char* name, sqlite3_file* base, int flags, int* out) {
    File& file = of(base);
    file.base.pMethods = nullptr;
    file.disk = &disk(vfs);
    file.image = nullptr;
    std::error_code failed;
    const bool fresh = name != nullptr && !fs::exists(name, failed);
    const int result = system(vfs)->xOpen(system(vfs), name, &file.real, flags, out);
    if (file.real.pMethods != nullptr)
        file.base.pMethods = &kMethods;
    if (result != SQLITE_OK || name == nullptr || (flags & kKept) == 0)
        return result;
    auto& images = file.disk->images_;
    const auto known = images.find(name);
    if (known == images.end() && !fresh)
        images[name].flushed = bytesOf(name);  // it was there before: that is on the disk
    file.image = &images[name];
    return result;
}

int FaultCalls::remove(sqlite3_vfs* vfs, const char* name, int flushFolder) {
    FaultVfs& disk = FaultCalls::disk(vfs);
    if (disk.next() && disk.fault_ != Fault::diskFull) {
        disk.failed_ = true;
        return SQLITE_IOERR_DELETE;
    }
    const int result = system(vfs)->xDelete(system(vfs), name, flushFolder);
    const auto image = disk.images_.find(name);
    if (result == SQLITE_OK && image != disk.images_.end())
        image->second = {{}, flushFolder != 0 ? std::nullopt : image->second.flushed, {}};
    return result;
}

FaultVfs::FaultVfs() : registered_(std::make_unique<Registered>()) {
    registered_->system = sqlite3_vfs_find(nullptr);
    sqlite3_vfs& vfs = registered_->vfs;
    vfs = *registered_->system;
    vfs.zName = "apportion-fault";
    vfs.pAppData = this;
    vfs.szOsFile =
        static_cast<int>(offsetof(FaultCalls::File, real)) + registered_->system->szOsFile;
    vfs.xOpen = FaultCalls::open;
    vfs.xDelete = FaultCalls::remove;
    if (sqlite3_vfs_register(&vfs, 1) != SQLITE_OK)
        throw std::runtime_error("the VFS cannot be registered");
}

FaultVfs::~FaultVfs() {
    sqlite3_vfs_unregister(&registered_->vfs);
    sqlite3_vfs_register(registered_->system, 1);
}

void FaultVfs::fail(Fault fault, long first, long count) {
    fault_ = fault;
    first_ = first;
    count_ = count;
    operations_ = 0;
    failed_ = false;
}

void FaultVfs::mend() {
    first_ = kForEver;
}

bool FaultVfs::next() {
    ++operations_;
    return operations_ >= first_ && operations_ - first_ < count_;
}

void FaultVfs::apply(const Written& written, std::string& bytes) {
    const auto offset = static_cast<std::size_t>(written.offset);
    if (written.truncation) {
        bytes.resize(offset);
        return;
    }
    if (bytes.size() < offset + written.bytes.size())
        bytes.resize(offset + written.bytes.size());
    bytes.replace(offset, written.bytes.size(), written.bytes);
}

bool FaultVfs::unflushed() const {
    return std::any_of(images_.begin(), images_.end(),
                       [](const auto& image) { return !image.second.pending.empty(); });
}

std::optional<std::string> FaultVfs::left(const Image& image, Survives survives,
                                          std::uint64_t seed) const {
    std::mt19937_64 random(seed);
    if (!image.flushed && (survives == Survives::nothing || image.pending.empty()))
        return random() % 2 == 0 ? image.removed : std::nullopt;
    std::string bytes = image.flushed.value_or(std::string());
    const std::size_t torn = image.pending.empty() ? 0 : random() % image.pending.size();
    for (std::size_t i = 0; i < image.pending.size(); ++i) {
        const bool whole = survives == Survives::beginning ? i < torn : random() % 2 == 0;
        const bool part = survives == Survives::beginning ? i == torn : random() % 4 == 0;
        Written written = image.pending[i];
        if (survives == Survives::nothing || (!whole && (!part || written.truncation)))
            continue;
        // A device writes sectors; of one that was being written there is the beginning.
        constexpr std::size_t kSector = 512;
        if (!whole)
            written.bytes.resize(random() % (written.bytes.size() / kSector + 1) * kSector);
        if (written.truncation || !written.bytes.empty())
            apply(written, bytes);
    }
    return bytes;
}

void FaultVfs::afterPowerLoss(const std::string& path, const std::string& copy, Survives survives,
                              std::uint64_t seed) const {
    for (const char* part : {"", "-wal"}) {
        std::error_code failed;
        fs::remove(copy + part, failed);
        const auto image = images_.find(path + part);
        if (image == images_.end())
            continue;
        if (const auto bytes = left(image->second, survives, seed++))
            writeBytes(copy + part, *bytes);
    }
    std::error_code failed;
    fs::remove(copy + "-shm", failed);
}

}  // namespace apportion::testing
