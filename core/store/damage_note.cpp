// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/damage_note.h"

#include <cstdio>
#include <fstream>

#include <sys/stat.h>

#include "core/store/draft.h"
#include "core/store/open_file.h"

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

}  // namespace

std::string damageNoteOf(const std::string& file) {
    return besideFile(file, "-damaged");
}

std::optional<DamageNote> readDamageNote(const std::string& file) {
    std::ifstream in(damageNoteOf(file));
    std::string stamp;
    DamageNote note;
    if (!std::getline(in, stamp) || !std::getline(in, note.finding))
        return {};
    std::string line;
    note.ofLog = std::getline(in, line) && line == kOfLog;
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

void writeDamageNote(const std::string& file, const std::string& finding, bool ofLog) {
    const std::string draft = nameBeside(damageNoteOf(file), "new");
    createLike(draft, file);
    {
        std::ofstream out(draft, std::ios::trunc);
        out << stampOf(file) << "\n" << finding << "\n" << (ofLog ? kOfLog : "") << "\n";
    }
    if (std::rename(draft.c_str(), damageNoteOf(file).c_str()) != 0)
        std::remove(draft.c_str());
}

void removeDamageNote(const std::string& file) {
    std::remove(damageNoteOf(file).c_str());
}

}  // namespace apportion::store
