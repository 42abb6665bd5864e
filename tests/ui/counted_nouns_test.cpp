// SPDX-License-Identifier: GPL-3.0-or-later
// Counted nouns of the core's messages in another language.
#include "ui/counted_nouns.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTranslator>

#include "ui/texts.h"

namespace apportion::ui {
namespace {

// Three forms, as Polish has them.
class Polish final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char*, int n) const override {
        if (QLatin1String(context) != QLatin1String("nouns") ||
            QLatin1String(source) != QLatin1String("%Ln workload(s)"))
            return {};
        return n == 1   ? QStringLiteral("%Ln zadanie")
               : n <= 4 ? QStringLiteral("%Ln zadania")
                        : QStringLiteral("%Ln zadań");
    }
};

Message waiting(int count) {
    return {"issue-idle-guarantee",
            {{"quota", Value::ofText("q")},
             {"gpu", Value::ofGpu(8 * kOneGpu)},
             {"count", Value::ofCount(count)}}};
}

TEST(CountedNouns, AreInThePluralFormsOfTheLanguage) {
    EXPECT_TRUE(messageText(waiting(1)).contains(QStringLiteral("while 1 workload of")));
    EXPECT_TRUE(messageText(waiting(2)).contains(QStringLiteral("while 2 workloads of")));
    Polish polish;
    QCoreApplication::installTranslator(&polish);
    const QString one = messageText(waiting(1));
    const QString two = messageText(waiting(2));
    const QString many = messageText(waiting(12));
    const QString other =
        withNouns(QStringLiteral("{count|row|rows}"), {{"count", Value::ofCount(2)}});
    QCoreApplication::removeTranslator(&polish);
    EXPECT_TRUE(one.contains(QStringLiteral("1 zadanie"))) << qPrintable(one);
    EXPECT_TRUE(two.contains(QStringLiteral("2 zadania"))) << qPrintable(two);
    EXPECT_TRUE(many.contains(QStringLiteral("12 zadań"))) << qPrintable(many);
    EXPECT_EQ(other, QStringLiteral("{count|row|rows}")) << "left to the template";
}

// A noun that stands in no message needs no entry, and each that does has one.
TEST(CountedNouns, EveryNounOfAMessageIsKnown) {
    class Marks final : public QTranslator {
    public:
        bool isEmpty() const override { return false; }
        QString translate(const char* context, const char*, const char*, int) const override {
            return QLatin1String(context) == QLatin1String("nouns") ? QStringLiteral("known")
                                                                    : QString();
        }
    } marks;
    QCoreApplication::installTranslator(&marks);
    for (const std::string_view code : messageCodes())
        for (const std::string_view text : {messageTemplate(code), remedyTemplate(code)}) {
            std::vector<Argument> arguments;
            for (const char* name :
                 {"count", "nodes", "rows", "jobs", "found", "declared", "weeks", "workloads",
                  "events", "trials", "after", "room", "expected", "most"})
                arguments.push_back({name, Value::ofCount(2)});
            const QString filled = withNouns(qt(std::string(text)), arguments);
            EXPECT_FALSE(filled.contains(QLatin1Char('|'))) << qPrintable(filled);
        }
    QCoreApplication::removeTranslator(&marks);
}

}  // namespace
}  // namespace apportion::ui
