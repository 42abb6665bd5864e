// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rich_text.h"

#include <QTextDocumentFragment>

#include "ui/visible_text.h"

namespace apportion::ui {

namespace {

constexpr QChar kDash(0x2013);
constexpr QChar kJoiner(0x2060);

}  // namespace

RichText::RichText(const QString& plain) : html_(visible(plain).toHtmlEscaped()) {}

RichText RichText::filled(QStringView markup, std::initializer_list<RichText> texts) {
    RichText rich;
    for (qsizetype at = 0; at < markup.size(); ++at) {
        const int place =
            markup[at] == u'%' && at + 1 < markup.size() ? markup[at + 1].unicode() - u'1' : -1;
        if (place < 0 || place >= static_cast<int>(texts.size())) {
            rich.html_ += markup[at];
            continue;
        }
        rich.html_ += texts.begin()[place].html_;
        ++at;
    }
    return rich;
}

RichText& RichText::operator+=(const RichText& other) {
    html_ += other.html_;
    return *this;
}

RichText RichText::withWholeRanges() const {
    RichText whole = *this;
    whole.html_.replace(kDash, kJoiner + QString(kDash) + kJoiner);
    return whole;
}

QString RichText::plainText() const {
    return QTextDocumentFragment::fromHtml(html_).toPlainText().remove(kJoiner);
}

}  // namespace apportion::ui
