// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/damage_note.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <sstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/store/failure.h"
#include "core/store/open_file.h"
#include "core/store/own_file.h"

namespace apportion::store {

namespace {

constexpr const char* kOfLog = "log";

// Which file it is, and its last change; empty = it is not there.
std::string stampOf(const std::string& file) {
    struct stat status {};
    if (stat(file.c_str(), &status) != 0)
        return {};
    return std::to_string(status.st_dev) + " " + std::to_string(status.st_ino) + " " +
           std::to_string(status.st_size) + " " + std::to_string(status.st_mtim.tv_sec) + "." +
           std::to_string(status.st_mtim.tv_nsec);
}

// "DEVICE FILE SIZE SECONDS.NANOSECONDS"
bool isStamp(const std::string& line) {
    return !line.empty() && line.find_first_not_of("0123456789 .-") == std::string::npos &&
           std::count(line.begin(), line.end(), ' ') == 3;
}

// What no check can see again is taken on the word of who can write to the file.
bool isOfWriter(const struct stat& note, const std::string& file) {
    struct stat status {};
    if (stat(file.c_str(), &status) != 0)
        return false;
    return note.st_uid == status.st_uid || note.st_uid == geteuid() || note.st_uid == 0 ||
           (status.st_mode & S_IWOTH) != 0 ||
           ((status.st_mode & S_IWGRP) != 0 && note.st_gid == status.st_gid);
}

}  // namespace

std::string damageNoteOf(const std::string& file) {
    return besideFile(file, "-damaged");
}

std::optional<DamageNote> readDamageNote(const std::string& file) {
    // A link, a pipe or an endless file is not read.
    const Descriptor in(
        open(damageNoteOf(file).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    std::array<char, 4096> text{};
    ssize_t size = 0;
    if (!in || fstat(in.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
        (size = read(in.get(), text.data(), text.size())) <= 0)
        return {};
    std::istringstream lines(std::string(text.data(), static_cast<std::size_t>(size)));
    std::string stamp;
    DamageNote note;
    if (!std::getline(lines, stamp) || !isStamp(stamp) || !std::getline(lines, note.finding) ||
        note.finding.empty())
        return {};
    std::string line;
    note.ofLog = std::getline(lines, line) && line == kOfLog && isOfWriter(status, file);
    note.present = stamp == stampOf(file);
    return note;
}

std::string findingOf(const Message& damage) {
    if (damage.code == "project-damaged")
        for (const Argument& argument : damage.arguments)
            if (argument.name == "detail")
                return argument.value.text;
    std::string sentence = render(damage);
    if (sentence.ends_with('.'))
        sentence.pop_back();
    return sentence;
}

Problems writeDamageNote(const std::string& file, const std::string& finding, bool ofLog) {
    const std::string place = damageNoteOf(file);
    const std::string text = stampOf(file) + "\n" + finding + "\n" + (ofLog ? kOfLog : "") + "\n";
    const auto write = [&]() -> Result<void> {
        auto draft = OwnFile::beside(place, kDraft, file);
        if (!draft)
            return tl::unexpected(std::move(draft.error()));
        int failed = writeBytes(draft->file(), text.data(), text.size(), 0);
        if (failed == 0 && rename(draft->name().c_str(), place.c_str()) != 0)
            failed = errno;
        if (failed != 0)
            return tl::unexpected(Problems{failureOf(failed, place)});
        draft->letGo();
        return {};
    };
    const auto written = write();
    if (written || written.error().front().message.code == "project-cannot-open")
        return {};
    Problem told = projectProblem("project-damage-not-noted", file);
    for (const Argument& argument : written.error().front().message.arguments)
        if (argument.name == "detail")
            told.message.arguments.push_back(argument);
    told.warning = true;
    return {std::move(told)};
}

void removeDamageNote(const std::string& file) {
    std::remove(damageNoteOf(file).c_str());
}

}  // namespace apportion::store
