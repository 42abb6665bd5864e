// SPDX-License-Identifier: GPL-3.0-or-later
// What core/devices knows of NVML, without a GPU. APPORTION_FAKE_NVML says how it behaves: a number
// of devices, "broken" (it cannot begin) or "lost" (two, and the second cannot be asked).
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

constexpr int kSuccess = 0;
constexpr int kNotBegun = 1;
constexpr int kInvalid = 2;
constexpr int kLost = 15;
bool begun = false;

std::string behaviour() {
    const char* given = std::getenv("APPORTION_FAKE_NVML");
    return given != nullptr ? given : "2";
}

unsigned deviceCount() {
    return behaviour() == "lost" ? 2U : static_cast<unsigned>(std::atoi(behaviour().c_str()));
}

// Handles are numbers from 1.
unsigned indexOf(void* device) {
    return static_cast<unsigned>(reinterpret_cast<std::size_t>(device)) - 1;
}

struct Memory {
    unsigned long long total, free, used;
};
struct Utilization {
    unsigned gpu, memory;
};

}  // namespace

extern "C" {

int nvmlInit_v2() {
    if (behaviour() == "broken")
        return 9;
    begun = true;
    return kSuccess;
}
int nvmlShutdown() {
    begun = false;
    return kSuccess;
}
const char* nvmlErrorString(int code) {
    return code == 9 ? "Driver Not Loaded" : code == kLost ? "GPU is lost" : "Unknown Error";
}
int nvmlDeviceGetCount_v2(unsigned* count) {
    *count = deviceCount();
    return begun ? kSuccess : kNotBegun;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
    if (!begun || index >= deviceCount())
        return begun ? kInvalid : kNotBegun;
    if (behaviour() == "lost" && index == 1)
        return kLost;
    *device = reinterpret_cast<void*>(static_cast<std::size_t>(index) + 1);
    return kSuccess;
}
int nvmlDeviceGetUUID(void* device, char* uuid, unsigned length) {
    std::snprintf(uuid, length, "GPU-fake-%u", indexOf(device));
    return kSuccess;
}
int nvmlDeviceGetName(void*, char* name, unsigned length) {
    std::snprintf(name, length, "Fake H100");
    return kSuccess;
}
int nvmlDeviceGetMemoryInfo(void* device, Memory* memory) {
    memory->total = 81'920ULL << 20;
    memory->used = (indexOf(device) + 1) * (1024ULL << 20);
    memory->free = memory->total - memory->used;
    return kSuccess;
}
int nvmlDeviceGetUtilizationRates(void* device, Utilization* rates) {
    rates->gpu = 10 * (indexOf(device) + 1);
    rates->memory = 5;
    return kSuccess;
}
}
