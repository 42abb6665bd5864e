// SPDX-License-Identifier: GPL-3.0-or-later
// Run while Apportion is built: writes the manual and the console's completion. Arguments: the
// project's folder, the folder of the command line's files and that of the console's, the version,
// and its date.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/manual/pages.h"

namespace {

using namespace apportion::manual;

std::string textOf(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

bool writeText(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary);
    out << text;
    return out.flush().good();
}

bool writeAll(const std::string& project, const std::string& commands, const std::string& console,
              const Release& release) {
    std::vector<Page> pages = commandPages(release);
    pages.push_back(exitStatusPage(release));
    for (const std::string format : {"scenario", "plan"}) {
        std::string schema = project + "/resources/schema/";
        schema.append(format).append(".schema.json");
        pages.push_back(schemaPage("apportion-" + format, textOf(schema), release));
    }
    pages.push_back(projectPage(textOf(project + "/core/store/README.md"), release));
    bool written = consolePage(release).write(console + "/man");
    for (const Page& page : pages)
        written = page.write(commands + "/man") && written;
    return writeText(console + "/bash-completion/completions/apportion",
                     consoleCompletion("bash")) &&
           writeText(console + "/zsh/vendor-completions/_apportion", consoleCompletion("zsh")) &&
           writeText(console + "/fish/vendor_completions.d/apportion.fish",
                     consoleCompletion("fish")) &&
           written;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 6 && writeAll(argv[1], argv[2], argv[3], {argv[4], argv[5]}))
        return 0;
    std::fputs("the manual cannot be written\n", stderr);
    return 1;
}
