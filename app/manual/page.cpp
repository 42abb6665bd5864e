// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/page.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

namespace apportion::manual {

namespace {

std::string upper(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return result;
}

// A line that begins with a dot would be an order.
std::string line(std::string_view text) {
    const std::string escapedText = escaped(text);
    const bool order = !text.empty() && (text.front() == '.' || text.front() == '\'');
    return (order ? "\\&" : "") + escapedText + "\n";
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text)
        result += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
    return result;
}

Page::Page(std::string name, char section, std::string_view summary, const Release& release)
    : name_(std::move(name)), section_(section) {
    text_ = ".TH " + upper(name_) + " " + section + " " + release.date + " \"Apportion " +
            release.version + "\" Apportion\n";
    heading("NAME");
    text_ += name_ + " \\- " + escaped(summary) + "\n";
}

void Page::heading(std::string_view text) {
    text_ += ".SH " + escaped(text) + "\n";
}

void Page::subheading(std::string_view text) {
    text_ += ".SS " + escaped(text) + "\n";
}

void Page::paragraph(std::string_view text) {
    text_ += ".PP\n" + line(text);
}

void Page::item(std::string_view term, std::string_view text) {
    text_ += ".TP\n\\fB" + escaped(term) + "\\fR\n" + (text.empty() ? "\\&\n" : line(text));
}

void Page::lines(std::string_view text) {
    text_ += ".PP\n.nf\n";
    std::istringstream all{std::string(text)};
    for (std::string each; std::getline(all, each);)
        text_ += line(each);
    text_ += ".fi\n";
}

void Page::footer(std::string_view text) {
    std::istringstream all{std::string(text)};
    std::string flowing;
    std::string fixed;
    const auto end = [&] {
        if (!flowing.empty())
            paragraph(flowing);
        if (!fixed.empty())
            lines(fixed);
        flowing.clear();
        fixed.clear();
    };
    for (std::string each; std::getline(all, each);) {
        const bool isFixed = each.starts_with("  ");
        if (each.empty() || isFixed != !fixed.empty())
            end();
        if (each == "Examples:" || each == "Example:")
            heading("EXAMPLES");
        else if (isFixed)
            fixed += each + "\n";
        else if (!each.empty())
            flowing += (flowing.empty() ? "" : " ") + each;
    }
    end();
}

bool Page::write(const std::string& folder) const {
    const std::filesystem::path below =
        std::filesystem::path(folder) / ("man" + std::string(1, section_));
    std::filesystem::create_directories(below);
    std::ofstream out(below / (name_ + "." + section_), std::ios::binary);
    out << text_;
    return out.flush().good();
}

}  // namespace apportion::manual
