// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl validate FILE
#include <algorithm>
#include <iostream>

#include "app/ctl/command.h"
#include "app/ctl/output.h"

namespace apportion::ctl {

namespace {

struct ValidateOptions {
    std::string file;
    bool json = false;
};

int validate(const ValidateOptions& options) {
    const Problems problems = validateFile(options.file);
    const bool valid = std::all_of(problems.begin(), problems.end(),
                                   [](const Problem& problem) { return problem.warning; });
    printProblems(problems);
    int code = kDone;
    if (options.json)
        code = answer("-", Form::data, [&](std::ostream& out) { writeProblems(out, problems); });
    else if (valid)
        code = answer("-", Form::text, [&](std::ostream& out) {
            out << (options.file == "-" ? "standard input" : options.file) << ": valid\n";
        });
    return valid ? code : kInvalid;
}

}  // namespace

void addValidate(CLI::App& app, Action& run) {
    auto options = std::make_shared<ValidateOptions>();
    CLI::App* command = app.add_subcommand("validate", "Check a scenario file");
    command
        ->add_option("FILE", options->file, "The scenario, - for standard input (gzip is unpacked)")
        ->required();
    command->add_flag("--json", options->json, "Answer in JSON");
    command->footer(
        "Lists every error with line, JSON pointer, and fix. Exit code 0 if the file is "
        "valid\n(warnings do not count), otherwise 3.\n\nExamples:\n  apportionctl validate "
        "pool.json\n  zcat pool.json.gz | apportionctl validate - --json");
    command->callback([&run, options] { run = [options] { return validate(*options); }; });
}

}  // namespace apportion::ctl
