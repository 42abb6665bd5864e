// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/counted_nouns.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

namespace apportion::ui {

namespace {

struct Noun {
    std::string_view words;  // as a template has them
    const char* text;
};

constexpr std::array kNouns{
    Noun{"device|devices", QT_TRANSLATE_N_NOOP("nouns", "%Ln device(s)")},
    Noun{"eviction or move|evictions and moves",
         QT_TRANSLATE_N_NOOP("nouns", "%Ln eviction(s) and move(s)")},
    Noun{"eviction|evictions", QT_TRANSLATE_N_NOOP("nouns", "%Ln eviction(s)")},
    Noun{"event|events", QT_TRANSLATE_N_NOOP("nouns", "%Ln event(s)")},
    Noun{"field|fields", QT_TRANSLATE_N_NOOP("nouns", "%Ln field(s)")},
    Noun{"future|futures", QT_TRANSLATE_N_NOOP("nouns", "%Ln future(s)")},
    Noun{"group|groups", QT_TRANSLATE_N_NOOP("nouns", "%Ln group(s)")},
    Noun{"job asks|jobs ask", QT_TRANSLATE_N_NOOP("nouns", "%Ln job(s) ask")},
    Noun{"job has|jobs have", QT_TRANSLATE_N_NOOP("nouns", "%Ln job(s) have")},
    Noun{"job is|jobs are", QT_TRANSLATE_N_NOOP("nouns", "%Ln job(s) are")},
    Noun{"job ran|jobs ran", QT_TRANSLATE_N_NOOP("nouns", "%Ln job(s) ran")},
    Noun{"job runs|jobs run", QT_TRANSLATE_N_NOOP("nouns", "%Ln job(s) run")},
    Noun{"job starts|jobs start", QT_TRANSLATE_N_NOOP("nouns", "%Ln job(s) start")},
    Noun{"job that allows|jobs that allow", QT_TRANSLATE_N_NOOP("nouns", "%Ln job(s) that allow")},
    Noun{"job that is|jobs that are", QT_TRANSLATE_N_NOOP("nouns", "%Ln job(s) that are")},
    Noun{"column|columns", QT_TRANSLATE_N_NOOP("nouns", "%Ln column(s)")},
    Noun{"job|jobs", QT_TRANSLATE_N_NOOP("nouns", "%Ln job(s)")},
    Noun{"later event|later events", QT_TRANSLATE_N_NOOP("nouns", "%Ln later event(s)")},
    Noun{"later workload|later workloads", QT_TRANSLATE_N_NOOP("nouns", "%Ln later workload(s)")},
    Noun{"line that repeats|lines that repeat",
         QT_TRANSLATE_N_NOOP("nouns", "%Ln line(s) that repeat")},
    Noun{"line|lines", QT_TRANSLATE_N_NOOP("nouns", "%Ln line(s)")},
    Noun{"node|nodes", QT_TRANSLATE_N_NOOP("nouns", "%Ln node(s)")},
    Noun{"pod|pods", QT_TRANSLATE_N_NOOP("nouns", "%Ln pod(s)")},
    Noun{"quota uses|quotas use", QT_TRANSLATE_N_NOOP("nouns", "%Ln quota(s) use")},
    Noun{"quota|quotas", QT_TRANSLATE_N_NOOP("nouns", "%Ln quota(s)")},
    Noun{"replica|replicas", QT_TRANSLATE_N_NOOP("nouns", "%Ln replica(s)")},
    Noun{"row|rows", QT_TRANSLATE_N_NOOP("nouns", "%Ln row(s)")},
    Noun{"single change|single changes", QT_TRANSLATE_N_NOOP("nouns", "%Ln single change(s)")},
    Noun{"time|times", QT_TRANSLATE_N_NOOP("nouns", "%Ln time(s)")},
    Noun{"whole week|whole weeks", QT_TRANSLATE_N_NOOP("nouns", "%Ln whole week(s)")},
    Noun{"workload asks|workloads ask", QT_TRANSLATE_N_NOOP("nouns", "%Ln workload(s) ask")},
    Noun{"workload comes|workloads come", QT_TRANSLATE_N_NOOP("nouns", "%Ln workload(s) come")},
    Noun{"workload leaves its quota|workloads leave their quota",
         QT_TRANSLATE_N_NOOP("nouns", "%Ln workload(s) leave their quota")},
    Noun{"workload waits|workloads wait", QT_TRANSLATE_N_NOOP("nouns", "%Ln workload(s) wait")},
    Noun{"workload|workloads", QT_TRANSLATE_N_NOOP("nouns", "%Ln workload(s)")},
};

const Value* find(const std::vector<Argument>& arguments, const std::string& name) {
    const auto found = std::find_if(arguments.begin(), arguments.end(),
                                    [&](const Argument& each) { return each.name == name; });
    return found == arguments.end() ? nullptr : &found->value;
}

// Nothing = this language has none.
QString counted(const std::string& words, int count) {
    const auto noun = std::find_if(kNouns.begin(), kNouns.end(),
                                   [&](const Noun& each) { return each.words == words; });
    if (noun == kNouns.end())
        return {};
    const QString text = QCoreApplication::translate("nouns", noun->text, nullptr, count);
    const QString untranslated =
        QString::fromUtf8(noun->text).replace(QStringLiteral("%Ln"), QLocale().toString(count));
    return text == untranslated ? QString() : text;
}

}  // namespace

QString withNouns(const QString& text, const std::vector<Argument>& arguments) {
    static const QRegularExpression places(QStringLiteral("\\{([A-Za-z]+)\\|([^}]*)\\}"));
    QString out;
    qsizetype from = 0;
    auto matches = places.globalMatch(text);
    while (matches.hasNext()) {
        const auto place = matches.next();
        const Value* value = find(arguments, place.captured(1).toStdString());
        const QString phrase =
            value != nullptr && value->kind == Value::Kind::count
                ? counted(place.captured(2).toStdString(), static_cast<int>(value->number))
                : QString();
        out += text.mid(from, place.capturedStart() - from) +
               (phrase.isEmpty() ? place.captured() : phrase);
        from = place.capturedEnd();
    }
    return out + text.mid(from);
}

}  // namespace apportion::ui
