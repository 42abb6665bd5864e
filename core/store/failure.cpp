// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/failure.h"

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "core/io/foreign_link.h"
#include "core/model/utf8.h"

namespace apportion::store {

namespace {

bool isNoRoom(int number) {
    return number == ENOSPC || number == EDQUOT || number == EFBIG;
}

// The disk of a file has less room than a transaction takes.
bool isFull(const std::string& file) {
    constexpr std::uint64_t kTransaction = 64 << 10;
    struct statvfs disk {};
    return statvfs(file.c_str(), &disk) == 0 &&
           std::uint64_t{disk.f_bavail} * disk.f_frsize < kTransaction;
}

// SQLite knows no limit on the size of files, and errno may be another one by now.
bool isBeyondLimit(const SQLite::Exception& failure) {
    const int code = failure.getExtendedErrorCode();
    rlimit limit{};
    return (code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_TRUNCATE ||
            code == SQLITE_IOERR_SHMOPEN || code == SQLITE_IOERR_SHMSIZE) &&
           getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

std::string_view codeOf(const SQLite::Exception& failure, const std::string& file) {
    switch (failure.getErrorCode() & 0xFF) {
        case SQLITE_IOERR:
            // SQLite knows only ENOSPC as a full disk, and only of some files: not a quota or a
            // limit of the system's, of which errno mostly still tells.
            return isNoRoom(errno) || isFull(file) || isBeyondLimit(failure) ? "project-disk-full"
                                                                             : "project-failed";
        case SQLITE_ERROR:
            // The statements are the program's own: a table or a column is gone.
            return std::string_view(failure.what()).substr(0, 8) == "no such " ? "project-damaged"
                                                                               : "project-failed";
        case SQLITE_NOTADB:
            return "project-not-one";
        case SQLITE_CORRUPT:
        case SQLITE_FORMAT:
        case SQLITE_CONSTRAINT:
            return "project-damaged";
        case SQLITE_FULL:
            return "project-disk-full";
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_AUTH:
            return "project-read-only";
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return "project-busy";
        case SQLITE_CANTOPEN:
            return "project-cannot-open";
        default:
            return "project-failed";
    }
}

bool mayWrite(const std::string& file) {
    return faccessat(AT_FDCWD, file.c_str(), W_OK, AT_EACCESS) == 0;
}

}  // namespace

std::optional<Problem> foreignLink(const std::string& path) {
    const std::string link = linkOfAnother(path);
    if (link.empty())
        return std::nullopt;
    return projectProblem("project-foreign-link", path, {{"link", Value::ofText(link)}});
}

Problem projectProblem(std::string_view code, const std::string& file,
                       std::vector<Argument> arguments) {
    Problem problem;
    problem.file = file;
    // Words of libraries about what is damaged repeat its bytes.
    for (Argument& argument : arguments)
        if (firstBadUtf8(argument.value.text))
            argument.value.text = mendedUtf8(argument.value.text);
    arguments.insert(arguments.begin(), {"name", Value::ofText(file)});
    problem.message = {std::string{code}, std::move(arguments)};
    return problem;
}

Problem writingRefused(const std::string& file) {
    std::error_code failed;
    const auto log = std::filesystem::file_size(file + "-wal", failed);
    // Whoever only reads writes nothing into the log.
    const char* code = !failed && log > 0 ? "project-read-only.beside" : "project-read-only.left";
    for (const char* part : {"-wal", "-shm"})
        if (const std::string beside = file + part;
            mayWrite(file) && !mayWrite(beside) && std::filesystem::exists(beside, failed))
            return projectProblem(code, file, {{"part", Value::ofText(beside)}});
    return projectProblem("project-read-only", file);
}

Problem failureOf(const SQLite::Exception& failure, const std::string& file) {
    const std::string_view code = codeOf(failure, file);
    if (code == "project-read-only" || code == "project-cannot-open")
        if (Problem why = writingRefused(file); why.message.code != "project-read-only")
            return why;
    return projectProblem(code, file, {{"detail", Value::ofText(failure.what())}});
}

Problem failureOf(int number, const std::string& file) {
    const std::string_view code = number == EEXIST                      ? "project-exists"
                                  : isNoRoom(number)                    ? "project-disk-full"
                                  : number == EACCES || number == EROFS ? "project-read-only"
                                                                        : "project-failed";
    return projectProblem(code, file,
                          {{"detail", Value::ofText(std::generic_category().message(number))}});
}

std::string detailOf(const std::exception& failure) {
    std::string_view detail = failure.what();
    if (const auto end = detail.find("] ");
        detail.starts_with("[json.exception.") && end != std::string_view::npos)
        detail.remove_prefix(end + 2);
    return std::string(detail);
}

Problem contradiction(const std::exception& failure, const std::string& file) {
    return projectProblem("project-damaged", file, {{"detail", Value::ofText(detailOf(failure))}});
}

}  // namespace apportion::store
