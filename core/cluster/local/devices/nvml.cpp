// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/devices/nvml.h"

#include <array>
#include <utility>

#include <dlfcn.h>

namespace apportion {

namespace {

// NVML's C interface, version 2 of the calls that have several: what drivers since 2014 have.
using Device = void*;
using Return = int;
constexpr Return kSuccess = 0;
constexpr Return kNotSupported = 3;
struct MemoryInfo {
    unsigned long long total, free, used;  // bytes
};
struct Utilization {
    unsigned int gpu, memory;  // percent
};
constexpr unsigned kUuidLength = 96;
constexpr unsigned kNameLength = 96;
constexpr unsigned long long kMib = 1024ULL * 1024;

tl::unexpected<Problems> failed(const char* call, const std::string& detail) {
    Problem problem;
    problem.message = {"nvml-failed",
                       {{"call", Value::ofText(call)}, {"detail", Value::ofText(detail)}}};
    return tl::unexpected(Problems{std::move(problem)});
}

}  // namespace

struct Nvml::Library {
    void* handle = nullptr;
    bool begun = false;
    Return (*init)() = nullptr;
    Return (*shutdown)() = nullptr;
    const char* (*errorString)(Return) = nullptr;
    Return (*count)(unsigned*) = nullptr;
    Return (*byIndex)(unsigned, Device*) = nullptr;
    Return (*uuid)(Device, char*, unsigned) = nullptr;
    Return (*name)(Device, char*, unsigned) = nullptr;
    Return (*memory)(Device, MemoryInfo*) = nullptr;
    Return (*utilization)(Device, Utilization*) = nullptr;

    Library() = default;
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
    ~Library() {
        if (begun)
            shutdown();
        if (handle != nullptr)
            dlclose(handle);
    }

    // The first function that is missing; nothing if all are there.
    const char* bind() {
        const auto find = [this](const char* symbol, auto& function) {
            function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(handle, symbol));
            return function != nullptr ? nullptr : symbol;
        };
        for (const char* missing :
             {find("nvmlInit_v2", init), find("nvmlShutdown", shutdown),
              find("nvmlErrorString", errorString), find("nvmlDeviceGetCount_v2", count),
              find("nvmlDeviceGetHandleByIndex_v2", byIndex), find("nvmlDeviceGetUUID", uuid),
              find("nvmlDeviceGetName", name), find("nvmlDeviceGetMemoryInfo", memory),
              find("nvmlDeviceGetUtilizationRates", utilization)})
            if (missing != nullptr)
                return missing;
        return nullptr;
    }
    std::string textOf(Return code) const {
        const char* text = errorString(code);
        return text != nullptr ? text : "error " + std::to_string(code);
    }
};

Nvml::Nvml(std::unique_ptr<Library> library) : library_(std::move(library)) {}
Nvml::Nvml(Nvml&&) noexcept = default;
Nvml& Nvml::operator=(Nvml&&) noexcept = default;
Nvml::~Nvml() = default;

Result<Nvml> Nvml::open(const std::string& library) {
    auto opened = std::make_unique<Library>();
    opened->handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (opened->handle == nullptr) {
        // NOLINTNEXTLINE(concurrency-mt-unsafe): what glibc keeps for each thread.
        const char* detail = dlerror();
        Problem problem;
        problem.message = {"nvml-missing",
                           {{"name", Value::ofText(library)},
                            {"detail", Value::ofText(detail != nullptr ? detail : "")}}};
        return tl::unexpected(Problems{std::move(problem)});
    }
    if (const char* missing = opened->bind())
        return failed(missing, "the library does not have it");
    if (const Return code = opened->init(); code != kSuccess)
        return failed("nvmlInit_v2", opened->textOf(code));
    opened->begun = true;
    return Nvml(std::move(opened));
}

Result<std::vector<FoundDevice>> Nvml::devices() {
    const Library& nvml = *library_;
    unsigned count = 0;
    if (const Return code = nvml.count(&count); code != kSuccess)
        return failed("nvmlDeviceGetCount_v2", nvml.textOf(code));
    std::vector<FoundDevice> devices;
    devices.reserve(count);
    for (unsigned i = 0; i < count; ++i) {
        Device device = nullptr;
        std::array<char, kUuidLength> uuid{};
        std::array<char, kNameLength> name{};
        MemoryInfo memory{};
        // One that has fallen off the bus is there and cannot be asked: its number stays taken.
        if (const Return code = nvml.byIndex(i, &device); code != kSuccess)
            return failed("nvmlDeviceGetHandleByIndex_v2", nvml.textOf(code));
        if (const Return code = nvml.uuid(device, uuid.data(), kUuidLength); code != kSuccess)
            return failed("nvmlDeviceGetUUID", nvml.textOf(code));
        if (const Return code = nvml.name(device, name.data(), kNameLength); code != kSuccess)
            return failed("nvmlDeviceGetName", nvml.textOf(code));
        // Devices that share the machine's memory have none of their own to tell.
        if (const Return code = nvml.memory(device, &memory);
            code != kSuccess && code != kNotSupported)
            return failed("nvmlDeviceGetMemoryInfo", nvml.textOf(code));
        devices.push_back({static_cast<int>(i), uuid.data(), name.data(),
                           static_cast<Memory>(memory.total / kMib)});
    }
    return devices;
}

std::vector<std::optional<DeviceUse>> Nvml::use() {
    const Library& nvml = *library_;
    unsigned count = 0;
    if (nvml.count(&count) != kSuccess)
        return {};
    std::vector<std::optional<DeviceUse>> uses(count);
    for (unsigned i = 0; i < count; ++i) {
        Device device = nullptr;
        Utilization rates{};
        MemoryInfo memory{};
        if (nvml.byIndex(i, &device) == kSuccess && nvml.utilization(device, &rates) == kSuccess &&
            nvml.memory(device, &memory) == kSuccess)
            uses[i] =
                DeviceUse{static_cast<int>(rates.gpu), static_cast<Memory>(memory.used / kMib)};
    }
    return uses;
}

}  // namespace apportion
