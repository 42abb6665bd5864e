// SPDX-License-Identifier: GPL-3.0-or-later
// How Slurm writes lists of nodes, amounts of GPUs, arrays, and time limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::slurm {

struct Gpus {
    std::int64_t count = 0;
    std::string type;  // if all are of one
    friend bool operator==(const Gpus&, const Gpus&) = default;
};
// Of a node: "gpu:8", "gpu:a100:4(S:0-1),gpu:v100:2", "gpu:2(IDX:0-1)"; other kinds count nothing.
Gpus gpusOfGres(std::string_view text);
// Of trackable resources: "cpu=2,gres/gpu=4,gres/gpu:a100=4".
Gpus gpusOfTres(std::string_view text);
// Their CPUs; 0 = none are named.
std::int64_t cpusOfTres(std::string_view text);
// A limit among them; nothing = none is set.
std::optional<std::int64_t> gpuLimit(std::string_view text);

// "node[001-003,7],login" as names in order; at most 100,000. Nothing if it cannot be told.
std::optional<std::vector<std::string>> nodeNames(std::string_view text);

// The tasks that "7_[1-5,8%2]" stands for, "7_1" to "7_8"; of what is no array itself.
std::vector<std::string> arrayIds(std::string_view id);

// "1-02:03:04", "02:03:04", "03:04", "04" in seconds. Nothing for UNLIMITED and what is no time.
std::optional<std::int64_t> seconds(std::string_view text);
// A whole number. Nothing if it is none.
std::optional<std::int64_t> wholeNumber(std::string_view text);

// The parts between the separators; an empty text has none.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace apportion::slurm
