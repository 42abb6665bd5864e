// SPDX-License-Identifier: GPL-3.0-or-later
// Text with markup of ours. What is put into it is plain and stays so: a name is never markup.
#pragma once

#include <initializer_list>

#include <QString>

namespace apportion::ui {

class RichText {
public:
    RichText() = default;
    RichText(const QString& plain);  // NOLINT(google-explicit-constructor): it is escaped

    // The markup of a literal with %1 to %9 in it.
    template <std::size_t size>
    static RichText of(const char16_t (&markup)[size], std::initializer_list<RichText> texts) {
        return filled(QStringView(markup, size - 1), texts);
    }
    RichText& operator+=(const RichText& other);
    RichText withWholeRanges() const;  // "6–9" stays in one line

    bool isEmpty() const { return html_.isEmpty(); }
    const QString& html() const { return html_; }
    QString plainText() const;
    friend bool operator==(const RichText&, const RichText&) = default;

private:
    static RichText filled(QStringView markup, std::initializer_list<RichText> texts);

    QString html_;
};

}  // namespace apportion::ui
