// SPDX-License-Identifier: GPL-3.0-or-later
// The samples that come with the program, as resources.
#pragma once

#include <vector>

#include "core/view/view.h"
#include "ui/pages/actions.h"
#include "ui/start/sample_card.h"

namespace apportion::ui {

struct SampleFile {
    const char* action;
    QString resource;
    Sample card;
};

std::vector<SampleFile> sampleFiles();

// The run of a sample at its end, simulated on another thread; `done` is called on this one, with
// nothing if the sample cannot be read.
void simulateSample(const SampleFile& sample, QObject* context,
                    const std::function<void(const ViewPtr&)>& done);

}  // namespace apportion::ui
