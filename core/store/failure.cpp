// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/failure.h"

#include <sqlite3.h>

namespace apportion::store {

namespace {

std::string_view codeOf(int result) {
    switch (result & 0xFF) {
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

}  // namespace

Problem projectProblem(std::string_view code, const std::string& file,
                       std::vector<Argument> arguments) {
    Problem problem;
    problem.file = file;
    arguments.insert(arguments.begin(), {"name", Value::ofText(file)});
    problem.message = {std::string{code}, std::move(arguments)};
    return problem;
}

Problem failureOf(const SQLite::Exception& failure, const std::string& file) {
    return projectProblem(codeOf(failure.getErrorCode()), file,
                          {{"detail", Value::ofText(failure.what())}});
}

Problem contradiction(const std::exception& failure, const std::string& file) {
    return projectProblem("project-damaged", file, {{"detail", Value::ofText(failure.what())}});
}

}  // namespace apportion::store
