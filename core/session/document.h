// SPDX-License-Identifier: GPL-3.0-or-later
// An open scenario with its file, the journal of edits and whether anything is unsaved. A value of
// the engine thread.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/problem.h"
#include "core/session/edit.h"
#include "core/view/view.h"

namespace apportion {

class Document {
public:
    Document() = default;
    // `file` empty = a sample or a recovered copy that has no place yet.
    Document(Scenario scenario, std::string file, Problems warnings);

    static Result<Document> open(const std::filesystem::path& file);
    static Result<Document> fromText(const std::string& text, const std::string& name);

    bool isOpen() const { return scenario_ != nullptr; }
    std::shared_ptr<const Scenario> scenario() const { return scenario_; }
    const std::string& file() const { return file_; }
    bool isDirty() const { return saved_ != done_; }

    void apply(const Edit& edit);
    // Nothing to undo or redo = nothing happens.
    void undo();
    void redo();

    // Written beside the file and moved over it; the document then counts as saved there.
    Result<void> saveAs(const std::filesystem::path& file);
    // Nothing of it is on disk in the place that the user chose.
    void markUnsaved() { saved_.reset(); }

    // Fills in what a view says of the document.
    void describe(DocumentState& state) const;

private:
    struct Step {
        Edit edit;
        Edit inverse;
    };
    Edit change(const Edit& edit);  // answers with the inverse

    std::shared_ptr<const Scenario> scenario_;
    std::string file_;
    Problems warnings_;
    std::vector<Step> journal_;
    std::size_t done_ = 0;                  // steps of the journal that hold
    std::optional<std::size_t> saved_ = 0;  // as of the file; nothing = no longer reachable
};

}  // namespace apportion
