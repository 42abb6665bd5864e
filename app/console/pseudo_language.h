// SPDX-License-Identifier: GPL-3.0-or-later
// The language xx: every text with accents and 40 % longer, so that a picture shows what is not
// translated and what is cut.
#pragma once

#include <QTranslator>

namespace apportion::console {

class PseudoLanguage final : public QTranslator {
public:
    using QTranslator::QTranslator;

    QString translate(const char* context, const char* sourceText, const char* disambiguation,
                      int n) const override;
    bool isEmpty() const override { return false; }

    // %1, %n, {names}, <tags> and & stay what they are.
    static QString of(const QString& text);
};

}  // namespace apportion::console
