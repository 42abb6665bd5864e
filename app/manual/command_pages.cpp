// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/complete.h"
#include "app/ctl/help.h"
#include "app/manual/pages.h"

namespace apportion::manual {

namespace {

// Below this, commands are in the page of the one above: "project quota FILE add".
constexpr int kDeepest = 2;

std::string pageName(const CLI::App& command) {
    const CLI::App* above = command.get_parent();
    return (above == nullptr ? "" : pageName(*above) + "-") + command.get_name();
}

std::string oneLine(std::string text) {
    for (char& c : text)
        c = c == '\n' ? ' ' : c;
    return text;
}

std::string reference(const std::string& page, char section) {
    return page + "(" + section + ")";
}

void addArguments(Page& page, const CLI::App& command) {
    for (const CLI::Option* option : command.get_options())
        if (option->get_positional())
            page.item(option->get_name(true, false), option->get_description());
    for (const CLI::Option* option : command.get_options()) {
        if (!option->nonpositional())
            continue;
        std::string names;
        for (const std::string& name : option->get_snames())
            names.append(names.empty() ? "-" : ", -").append(name);
        for (const std::string& name : option->get_lnames())
            names.append(names.empty() ? "--" : ", --").append(name);
        const std::string value = ctl::placeOf(*option);
        if (!value.empty())
            names.append(" ").append(value);
        page.item(names, option->get_description());
    }
}

// A command has that of the one above, unless it has its own.
std::string ownFooter(const CLI::App& command) {
    const CLI::App* above = command.get_parent();
    const std::string footer = command.get_footer();
    return above != nullptr && above->get_footer() == footer ? std::string() : footer;
}

void addPage(std::vector<Page>& pages, const CLI::App& command, int depth, const Release& release) {
    Page page(pageName(command), '1',
              depth == 0 ? "divide a pool of GPUs among teams, on the command line"
                         : command.get_description(),
              release);
    page.heading("SYNOPSIS");
    page.paragraph(ctl::usageOf(command));
    if (depth == 0) {
        page.heading("DESCRIPTION");
        page.paragraph(oneLine(command.get_description()));
    }
    page.heading("OPTIONS");
    addArguments(page, command);
    const auto below =
        command.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); });
    if (!below.empty())
        page.heading("COMMANDS");
    for (const CLI::App* each : below) {
        if (depth < kDeepest) {
            page.item(reference(pageName(*each), '1'), each->get_description());
            continue;
        }
        page.subheading(ctl::usageOf(*each));
        page.paragraph(each->get_description() + ".");
        addArguments(page, *each);
    }
    if (depth < kDeepest || below.empty()) {
        if (const std::string footer = ownFooter(command); !footer.empty()) {
            if (depth > 0)
                page.heading("NOTES");
            page.footer(footer);
        }
    }
    page.heading("SEE ALSO");
    page.paragraph(
        (depth == 0 ? "apportion(1), " : reference(pageName(*command.get_parent()), '1') + ", ") +
        "apportion-scenario(5), apportion-plan(5), apportion-project(5), apportion-exit-status(7)");
    pages.push_back(std::move(page));
    if (depth < kDeepest)
        for (const CLI::App* each : below)
            addPage(pages, *each, depth + 1, release);
}

}  // namespace

std::vector<Page> commandPages(const Release& release) {
    ctl::Action run;
    const auto program = ctl::makeProgram(run);
    std::vector<Page> pages;
    addPage(pages, *program, 0, release);
    return pages;
}

Page exitStatusPage(const Release& release) {
    Page page("apportion-exit-status", '7', "how programs of Apportion end", release);
    page.heading("DESCRIPTION");
    for (const ctl::ExitCodeInfo& each : ctl::kExitCodes)
        page.item(std::to_string(each.code) + "  " + std::string(each.meaning), each.text);
    page.heading("SEE ALSO");
    page.paragraph("apportionctl(1)");
    return page;
}

}  // namespace apportion::manual
