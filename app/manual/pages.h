// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the manual. Each is made of what the programs themselves are made of.
#pragma once

#include <string>
#include <vector>

#include "app/manual/page.h"

namespace apportion::manual {

// Of apportionctl and each of its commands, from the parser; verbs below a group are in its page.
std::vector<Page> commandPages(const Release& release);
Page exitStatusPage(const Release& release);
// Of a file format, from its JSON Schema.
Page schemaPage(const std::string& name, const std::string& text, const Release& release);
// Of the project file, from the tables that it is made of. `readme`: the text that names the kinds
// of objects.
Page projectPage(const std::string& readme, const Release& release);
Page consolePage(const Release& release);

// Completion of the console; that of apportionctl asks the program.
std::string consoleCompletion(const std::string& shell);

}  // namespace apportion::manual
