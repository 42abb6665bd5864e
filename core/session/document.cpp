// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/document.h"

#include "core/io/scenario_reader.h"
#include "core/io/scenario_writer.h"

namespace apportion {

Document::Document(Scenario scenario, std::string file, Problems warnings)
    : scenario_(std::make_shared<const Scenario>(std::move(scenario))),
      file_(std::move(file)),
      warnings_(std::move(warnings)) {}

Result<Document> Document::open(const std::filesystem::path& file) {
    auto read = readScenario(file.string());
    if (!read)
        return tl::unexpected(std::move(read.error()));
    return Document(std::move(read->scenario), file.string(), std::move(read->warnings));
}

Result<Document> Document::fromText(const std::string& text, const std::string& name) {
    auto read = parseScenario(text, name);
    if (!read)
        return tl::unexpected(std::move(read.error()));
    return Document(std::move(read->scenario), {}, std::move(read->warnings));
}

Edit Document::change(const Edit& edit) {
    Edited edited = apportion::apply(edit, *scenario_);
    scenario_ = std::make_shared<const Scenario>(std::move(edited.scenario));
    return std::move(edited.inverse);
}

void Document::apply(const Edit& edit) {
    Edit inverse = change(edit);
    if (saved_ && *saved_ > done_)
        saved_.reset();
    journal_.erase(journal_.begin() + static_cast<std::ptrdiff_t>(done_), journal_.end());
    journal_.push_back({edit, std::move(inverse)});
    ++done_;
}

void Document::undo() {
    if (done_ == 0)
        return;
    change(journal_[done_ - 1].inverse);
    --done_;
}

void Document::redo() {
    if (done_ == journal_.size())
        return;
    change(journal_[done_].edit);
    ++done_;
}

Result<void> Document::saveAs(const std::filesystem::path& file) {
    if (auto written = saveScenario(file.string(), *scenario_); !written)
        return written;
    file_ = file.string();
    saved_ = done_;
    return {};
}

void Document::describe(DocumentState& state) const {
    state.open = isOpen();
    if (!isOpen())
        return;
    state.can.play = true;
    state.name = scenario_->name;
    state.file = file_;
    state.epoch = scenario_->epoch;
    state.dirty = isDirty();
    if (done_ > 0)
        state.undo = subject(journal_[done_ - 1].edit);
    if (done_ < journal_.size())
        state.redo = subject(journal_[done_].edit);
    state.warnings = warnings_;
}

}  // namespace apportion
