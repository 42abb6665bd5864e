// SPDX-License-Identifier: GPL-3.0-or-later
// What a form of submission can start from, as a row of chips. The one that was used stays marked
// until somebody changes what it has set.
#pragma once

#include <functional>
#include <vector>

#include <QByteArray>
#include <QWidget>

#include "core/plan/draft/submit_request.h"

namespace apportion::ui {

class Chip;

class PresetChips final : public QWidget {
    Q_OBJECT

public:
    // Fills the form; the answer is what the form holds then.
    using Use = std::function<QByteArray(const SubmitWork&)>;
    PresetChips(const std::vector<SubmitPreset>& presets, int room, Use use, QWidget* parent);

    // What the form holds now.
    void follow(const QByteArray& values);

private:
    void choose(Chip* chip, const SubmitWork& work);

    Use use_;
    std::vector<Chip*> chips_;
    Chip* used_ = nullptr;
    QByteArray values_;  // that the used one has set
};

}  // namespace apportion::ui
