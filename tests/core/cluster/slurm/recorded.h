// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster of Slurm 22.05.8 as its commands and its slurmrestd told it in the same second
// (tests/data/slurm).
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/cluster/slurm/picture.h"
#include "core/cluster/slurm/reader.h"
#include "core/cluster/slurm/rest_picture.h"
#include "core/io/input_file.h"

namespace apportion::slurm::recorded {

inline constexpr std::int64_t kAsOf = 1'795'942'442;
inline constexpr const char* kMark = "~mark~";

inline std::string text(const std::string& name) {
    return readInput(APPORTION_SOURCE_DIR "/tests/data/slurm/" + name).value_or("");
}

inline Picture byCommands() {
    Picture picture;
    picture.asOf = kAsOf;
    picture.settings = settingsOf(text("config.txt"));
    picture.cluster = picture.settings["ClusterName"];
    parseNodes(text("sinfo.txt"), kMark, picture);
    parseAssociations(text("assoc.txt"), picture);
    parseQos(text("qos.txt"), picture);
    parseJobs(text("squeue.txt"), kMark, picture);
    return picture;
}

inline Picture byRest() {
    const auto answer = [](const std::string& name) { return nlohmann::json::parse(text(name)); };
    Picture picture;
    picture.asOf = kAsOf;
    picture.cluster = "lab";
    takeNodes(answer("nodes.json"), picture);
    takeJobs(answer("jobs.json"), picture);
    takeAssociations(answer("associations.json"), picture);
    takeQos(answer("qos.json"), picture);
    return picture;
}

}  // namespace apportion::slurm::recorded
