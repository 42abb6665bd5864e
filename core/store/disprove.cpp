// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/disprove.h"

#include <algorithm>
#include <utility>

#include "core/store/project_file.h"
#include "core/store/project_file_open.h"
#include "core/store/verify.h"

namespace apportion {

namespace store {

Problem knownDamage(const std::string& path, const std::string& finding) {
    const std::string detail =
        finding.empty() ? "what was found stands in " + damageNoteOf(path) : finding;
    return projectProblem("project-damaged.known", path, {{"detail", Value::ofText(detail)}});
}

Problem aboutNote(const char* code, const std::string& path) {
    Problem problem = projectProblem(code, path, {{"part", Value::ofText(damageNoteOf(path))}});
    problem.warning = true;
    return problem;
}

Result<Problems> disprove(const DamageNote& note, const std::string& path) {
    auto looked = ProjectFile::open(path, OpenMode::readOnly);
    if (!looked)
        return tl::unexpected(std::move(looked.error()));
    const Problems found = looked->verify();
    if (std::any_of(found.begin(), found.end(), isDamage))
        return tl::unexpected(Problems{knownDamage(path, note.finding)});
    return note.present ? Problems{aboutNote("project-note-wrong", path)} : Problems{};
}

void rememberDisproved(OpenFile& open) {
    const auto left = readDamageNote(open.path);
    open.disproved = left ? left->finding : std::string();
}

}  // namespace store

Problems ProjectFile::provenDamage() {
    const auto note = open_->damaged ? std::nullopt : store::readDamageNote(path());
    if (Problems found = damage();
        !note || found.empty() || found.front().message.code != "project-damaged.known")
        return found;
    auto disproved = disprove(*note, path());
    if (!disproved) {
        const Problem& why = disproved.error().front();
        open_->damaged = store::isDamage(why) || plainCode(why.message.code) == "project-damaged";
        return std::move(disproved.error());
    }
    store::rememberDisproved(*open_);
    open_->notices.insert(open_->notices.end(), disproved->begin(), disproved->end());
    return damage();
}

}  // namespace apportion
