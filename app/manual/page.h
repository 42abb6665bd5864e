// SPDX-License-Identifier: GPL-3.0-or-later
// One page of the manual, in the macros of man(7).
#pragma once

#include <string>
#include <string_view>

namespace apportion::manual {

struct Release {
    std::string version;
    std::string date;  // 2026-11-20
};

class Page {
public:
    // "apportionctl-simulate", '1', "Run a scenario"
    Page(std::string name, char section, std::string_view summary, const Release& release);

    void heading(std::string_view text);
    void subheading(std::string_view text);
    void paragraph(std::string_view text);
    void item(std::string_view term, std::string_view text);
    // What follows is set in, until that ends.
    void indent(bool begin) { text_ += begin ? ".RS\n" : ".RE\n"; }
    // Lines as they are.
    void lines(std::string_view text);
    // What a command says below its options: paragraphs, and lines that are set in.
    void footer(std::string_view text);
    // Below the folder, as man1/NAME.1. False if it cannot be written.
    bool write(const std::string& folder) const;

    const std::string& name() const { return name_; }

private:
    std::string name_;
    char section_;
    std::string text_;
};

// As roff prints it unchanged.
std::string escaped(std::string_view text);

}  // namespace apportion::manual
