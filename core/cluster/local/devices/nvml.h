// SPDX-License-Identifier: GPL-3.0-or-later
// The GPUs of this machine, as NVIDIA's management library (NVML) tells them. The library is part
// of the driver: it is looked for when it is wanted, and the few functions used are declared in
// nvml.cpp. NVML API reference: docs.nvidia.com/deploy/nvml-api.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/problem.h"
#include "core/model/quantity.h"

namespace apportion {

struct FoundDevice {
    int number = 0;     // NVML's, by PCI bus
    std::string uuid;   // "GPU-…"
    std::string name;   // "NVIDIA H100 80GB HBM3"
    Memory memory = 0;  // MiB
    friend bool operator==(const FoundDevice&, const FoundDevice&) = default;
};

struct DeviceUse {
    int percent = 0;        // of the last sample period in which anything ran
    Memory memoryUsed = 0;  // MiB
    friend bool operator==(const DeviceUse&, const DeviceUse&) = default;
};

// Not thread-safe.
class Nvml {
public:
    static constexpr const char* kLibrary = "libnvidia-ml.so.1";

    // Errors: nvml-missing, where there is no such library; nvml-failed, with what it said.
    static Result<Nvml> open(const std::string& library = kLibrary);
    Nvml(Nvml&&) noexcept;
    Nvml& operator=(Nvml&&) noexcept;
    ~Nvml();

    // Error: nvml-failed.
    Result<std::vector<FoundDevice>> devices();
    // By number; nothing where the device does not tell.
    std::vector<std::optional<DeviceUse>> use();

private:
    struct Library;
    explicit Nvml(std::unique_ptr<Library> library);
    std::unique_ptr<Library> library_;
};

}  // namespace apportion
