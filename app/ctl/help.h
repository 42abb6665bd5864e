// SPDX-License-Identifier: GPL-3.0-or-later
// What --help says of how a command is called, made from the commands themselves: with what stands
// between the words of its name, and everything that it cannot do without.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace apportion::ctl {

// "apportionctl project quota FILE add --gpu GPUS [OPTIONS] NAME"
std::string usageOf(const CLI::App& command);

// What is wrong with the words given, what was meant perhaps, and how the command is called.
std::string usageError(const CLI::App& app, const CLI::Error& error);

class Help : public CLI::Formatter {
public:
    std::string make_usage(const CLI::App* command, std::string) const override {
        return "Usage: " + usageOf(*command) + "\n";
    }
};

}  // namespace apportion::ctl
