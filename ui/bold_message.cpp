// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bold_message.h"

#include <QCoreApplication>

#include "ui/texts.h"

namespace apportion::ui {

RichText boldMessage(const Message& message, const std::vector<std::string_view>& names) {
    // Around what is bold; a value has no such characters, since it is visible.
    constexpr char kBegin = 1, kEnd = 2;
    QString text =
        QCoreApplication::translate("messages", std::string(messageTemplate(message.code)).c_str());
    for (const std::string_view name : names) {
        const std::string place = "{" + std::string(name) + "}";
        text.replace(qt(place), qt(kBegin + place + kEnd));
    }
    RichText rich;
    const QStringList parts = filled(text, message.arguments).split(QLatin1Char(kBegin));
    for (const QString& part : parts) {
        const qsizetype end = part.indexOf(QLatin1Char(kEnd));
        if (end >= 0)
            rich += RichText::of(u"<b>%1</b>", {part.left(end)});
        rich += part.mid(end + 1);
    }
    return rich;
}

}  // namespace apportion::ui
