// SPDX-License-Identifier: GPL-3.0-or-later
// How Slurm writes resources and times.
#pragma once

#include <optional>
#include <string_view>

#include "core/model/quantity.h"
#include "core/model/trace.h"

namespace apportion {

// "billing=32,cpu=32,gres/gpu=4,gres/gpu:a100=4,mem=128G,node=1".
struct Tres {
    std::int64_t gpus = 0;
    std::string_view gpuType;  // if all are of one
    bool mixedTypes = false;   // some are of one, others of another or of any; or more than all
    Cpu cpu = 0;
    Memory memory = 0;         // of the whole job
    bool memoryOfOne = false;  // told for a node or a core, and not how many there are
    std::int64_t nodes = 0;    // 0 = not told
    bool noNodes = false;      // told, as none
    bool otherGpus = false;    // given another number than asked for
    bool gpusOfOne = false;    // told for a node, and not how many there are
    bool slices = false;       // some are parts of a GPU (MIG), which count as whole ones
};
// Nothing if something in it is no resource with its amount, or one is named twice. Those of other
// kinds are let be.
std::optional<Tres> tresValue(std::string_view text);
// Where that is because of one number, the resource with it; the list itself where each can be
// read, but all together are too much or one is named twice; empty where it is no list of resources
// and numbers.
std::string_view wrongAmount(std::string_view text);
// The same of the older columns, which also write "gpu:a100:4", "gres/gpu:4", "gpu=4", and
// "PER_NODE:gpu:4" of each of the job's nodes (0 = how many is not known). Nothing also where GPUs
// are told in another way.
std::optional<Tres> gresValue(std::string_view text, std::int64_t nodes = 0);
// The first resource that a list gives an amount again, as it stands there; empty if there is none.
std::string_view namedTwice(std::string_view text);
// Whether it is what sacct calls a state, "CANCELLED by 1000" too; cut off by a "+", what may be.
bool isSlurmState(std::string_view text);
// How a job of that state ended. One that reached its time limit has had what it asked for.
TraceJob::Ended endedBy(std::string_view state);
// Whether it speaks of GPUs in any way.
bool mentionsGpus(std::string_view text);

// What a resource may be called, "gres/gpu:a100" or "bandwidth:lustre:4G".
bool isResourceName(std::string_view text);

// "[days-]hours:minutes:seconds", with or without places.
std::optional<Duration> elapsedValue(std::string_view text);
// Whether it is written so, however long it is.
bool isElapsed(std::string_view text);

}  // namespace apportion
