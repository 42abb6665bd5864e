// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/pseudo_language.h"

#include <QLocale>
#include <QRegularExpression>

namespace apportion::console {

namespace {

const QString& plain() {
    static const QString letters = QStringLiteral("aceinorsuyACEINORSUY");
    return letters;
}
const QString& accented() {
    static const QString letters = QStringLiteral("áçéíñóřšúýÁÇÉÍÑÓŘŠÚÝ");
    return letters;
}

QString withAccents(QString text) {
    for (QChar& letter : text)
        if (const auto at = plain().indexOf(letter); at >= 0)
            letter = accented()[at];
    return text;
}

}  // namespace

QString PseudoLanguage::of(const QString& text) {
    static const QRegularExpression kept(
        QStringLiteral("%L?\\d+|%L?n|\\{[^}]*\\}|<[^>]*>|&[a-z]+;"));
    QString out;
    qsizetype from = 0;
    qsizetype letters = 0;
    auto matches = kept.globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        out += withAccents(text.mid(from, match.capturedStart() - from)) + match.captured();
        letters += match.capturedStart() - from;
        from = match.capturedEnd();
    }
    out += withAccents(text.mid(from));
    letters += text.size() - from;
    // As other languages are: longer, most of all where English is short.
    const auto more = (letters * 2 + 4) / 5;
    if (letters > 1)
        for (qsizetype i = 0; i < more; ++i)
            out += i % 5 == 0 ? QLatin1Char(' ') : QLatin1Char('~');
    return out;
}

QString PseudoLanguage::translate(const char*, const char* sourceText, const char*, int n) const {
    QString text = of(QString::fromUtf8(sourceText));
    if (n >= 0)
        text.replace(QStringLiteral("%Ln"), QStringLiteral("%n"))
            .replace(QStringLiteral("%n"), QLocale().toString(n));
    return text;
}

}  // namespace apportion::console
