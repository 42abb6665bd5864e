// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed as a number is never taken for another one.
#include "ui/widgets/typed_number.h"

#include <tuple>

#include <gtest/gtest.h>

#include <QApplication>
#include <QFocusEvent>
#include <QLineEdit>
#include <QTest>
#include <QTranslator>
#include <QVBoxLayout>
#include <QtTest/QSignalSpy>

#include "ui/widgets/duration_field.h"
#include "ui/widgets/gpu_suffix.h"
#include "ui/widgets/memory_field.h"

namespace apportion::ui {
namespace {

const QLocale kEnglish(QLocale::English, QLocale::UnitedStates);
const QLocale kBrazil(QLocale::Portuguese, QLocale::Brazil);

std::string read(const char* typed, const QLocale& locale) {
    return typedNumber(QString::fromUtf8(typed), locale)
        .value_or(QStringLiteral("?"))
        .toStdString();
}

TEST(TypedNumber, IsReadAsTheLanguageWritesItOrAsItCanOnlyBeMeant) {
    struct Row {
        const char* typed;
        const char* english;
        const char* brazil;
    };
    const Row rows[] = {
        {"", "", ""},
        {"45", "45", "45"},
        {"-45", "-45", "-45"},
        {" 45 ", "45", "45"},
        {"0,5", "0.5", "0,5"},
        {"0.5", "0.5", "0,5"},
        {",5", ".5", ",5"},
        {"4,5", "4.5", "4,5"},
        {"-4,5", "-4.5", "-4,5"},
        {"4.25", "4.25", "4,25"},
        {"0,500", "0.500", "0,500"},
        {"0.500", "0.500", "0,500"},
        {"1,500", "1500", "1,500"},
        {"1.500", "1.500", "1500"},
        {"12,345.5", "12345.5", "?"},
        {"12.345,5", "?", "12345,5"},
        {"1,234,567", "1234567", "?"},
        {"1.234.567", "?", "1234567"},
        {"1,23,4", "?", "?"},
        {"1234,567", "1234.567", "1234,567"},
        {"1 000", "1000", "1000"},
        {"1 000 000", "1000000", "1000000"},
        {"10 00", "?", "?"},
        {"1 000,5", "?", "1000,5"},
        {"1 000.5", "1000.5", "?"},
        {"1 000,500", "?", "1000,500"},
        {"1,", "?", "1,"},
        {"1.", "1.", "?"},
        {"1,,5", "?", "?"},
        {"1.5.5", "?", "?"},
        {"2e3", "?", "?"},
        {"five", "?", "?"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(read(row.typed, kEnglish), row.english) << row.typed;
        EXPECT_EQ(read(row.typed, kBrazil), row.brazil) << row.typed;
    }
}

TEST(TypedNumber, WhatALanguageWritesItselfIsRead) {
    for (const char* name :
         {"en_US", "pt_BR", "de_CH", "fr_FR", "en_IN", "es_ES", "pl_PL", "sv_SE"}) {
        const QLocale locale{QLatin1String(name)};
        for (const double number : {0.25, 7.5, 999.0, 1000.0, 12345.5, 1234567.0, -1234567.0}) {
            const auto typed = typedNumber(locale.toString(number, 'f', 2), locale);
            ASSERT_TRUE(typed) << name << " " << number;
            EXPECT_EQ(locale.toDouble(*typed), number) << name;
        }
    }
}

void type(QDoubleSpinBox& field, const char* text) {
    field.selectAll();
    QTest::keyClicks(&field, QString::fromLatin1(text));
}

TEST(TypedNumber, IsKeptByFields) {
    NumberField english(2);
    english.setLocale(kEnglish);
    english.setRange(0, 1e6);
    keepGpuSuffix(&english);
    type(english, "0,5");
    EXPECT_EQ(english.value(), 0.5);
    EXPECT_EQ(english.text(), QStringLiteral("0,5 GPUs")) << "not changed while one types";
    QTest::keyClick(&english, Qt::Key_Return);
    EXPECT_EQ(english.text(), QStringLiteral("0.5 GPUs"));
    type(english, "1,500");
    EXPECT_EQ(english.value(), 1500);
    type(english, "1.500,5");
    EXPECT_FALSE(english.isReadable());
    QTest::keyClick(&english, Qt::Key_Return);
    EXPECT_EQ(english.cleanText(), QStringLiteral("1.500,5"));

    NumberField brazil(2);
    brazil.setLocale(kBrazil);
    brazil.setRange(0, 1e6);
    type(brazil, "0.5");
    EXPECT_EQ(brazil.value(), 0.5);
    type(brazil, "1 000");
    EXPECT_EQ(brazil.value(), 1000);
    type(brazil, "1.500");
    EXPECT_EQ(brazil.value(), 1500);
}

// Of "0." nothing can be said yet; who goes on to another field meant no decimals.
TEST(TypedNumber, IsNoneUntilItsDecimalsAreTyped) {
    NumberField amount(2);
    amount.setRange(0, 1e6);
    keepGpuSuffix(&amount);
    MemoryField memory;
    DurationField time(DurationField::Unit::minutes);
    time.setRange(0, 1e6);
    for (NumberField* field : std::initializer_list<NumberField*>{&amount, &memory, &time})
        for (const auto& [locale, half, rest] :
             {std::tuple(kEnglish, "0.", "5"), std::tuple(kBrazil, "0,", "5")}) {
            field->setLocale(locale);
            field->setValue(8);
            type(*field, half);
            EXPECT_FALSE(field->isReadable()) << half;
            QTest::keyClicks(field, QString::fromLatin1(rest));
            EXPECT_TRUE(field->isReadable());
            EXPECT_EQ(field->value(), 0.5);
            type(*field, "12");
            QTest::keyClicks(field, QString(locale.decimalPoint()));
            EXPECT_FALSE(field->isReadable()) << half;
            QFocusEvent left(QEvent::FocusOut);
            QCoreApplication::sendEvent(field, &left);
            EXPECT_TRUE(field->isReadable());
            EXPECT_EQ(field->value(), 12);
            EXPECT_FALSE(field->text().contains(locale.decimalPoint()))
                << qPrintable(field->text());
        }
}

TEST(TypedNumber, IsNoFractionInAFieldOfWholeOnes) {
    NumberField nodes(0);
    nodes.setRange(1, 100'000);
    for (const QLocale& locale : {kEnglish, kBrazil}) {
        nodes.setLocale(locale);
        for (const char* typed : {"2,5", "2.5", "0,5", "10.25"}) {
            type(nodes, typed);
            EXPECT_FALSE(nodes.isReadable()) << typed;
            EXPECT_TRUE(nodes.complaint().contains(QLatin1String(typed)));
        }
        type(nodes, "12 000");
        EXPECT_TRUE(nodes.isReadable());
        EXPECT_EQ(nodes.value(), 12'000);
    }
}

TEST(TypedNumber, IsKeptByMemoryWithItsUnit) {
    MemoryField memory;
    memory.setLocale(kEnglish);
    type(memory, "1,5 GiB");
    EXPECT_EQ(memory.memory(), 1536);
    type(memory, "1,536 MiB");
    EXPECT_EQ(memory.memory(), 1536);
    for (const char* typed : {"1.5 TiB", "1.5t", "1,536 G", "1572864 MiB"}) {
        type(memory, typed);
        EXPECT_TRUE(memory.isReadable()) << typed;
        EXPECT_EQ(memory.memory(), 1536 * kOneGib) << typed;
    }
    type(memory, "2 TB");
    EXPECT_EQ(memory.memory(), 1'907'349) << "powers of 1000";
    QFocusEvent left(QEvent::FocusOut);
    QApplication::sendEvent(&memory, &left);
    EXPECT_EQ(memory.text(), QStringLiteral("1,862.6455078125 GiB")) << "as it was understood";
    type(memory, "0.1 MB");
    EXPECT_FALSE(memory.isReadable());
    type(memory, "1.5 PiB");
    EXPECT_FALSE(memory.isReadable());
    type(memory, "1,000,000,000 TiB");
    EXPECT_FALSE(memory.isReadable()) << "more than any node has";
    memory.setLocale(kBrazil);
    type(memory, "1.5");
    EXPECT_EQ(memory.memory(), 1536);
    type(memory, "1,5 MiB");
    EXPECT_FALSE(memory.isReadable());
}

// Its old number would look like one that was typed.
TEST(TypedNumber, AFieldThatWasEmptiedStaysEmptyAndSaysWhatIsMissing) {
    const auto leave = [](NumberField& field) {
        QFocusEvent left(QEvent::FocusOut);
        QCoreApplication::sendEvent(&field, &left);
    };
    NumberField nodes(0);
    nodes.setLocale(kEnglish);
    nodes.setAccessibleName(QStringLiteral("Nodes"));
    nodes.setRange(1, 100);
    nodes.setValue(8);
    nodes.findChild<QLineEdit*>()->clear();
    leave(nodes);
    EXPECT_EQ(nodes.cleanText(), QString());
    EXPECT_FALSE(nodes.isReadable());
    EXPECT_TRUE(nodes.complaint().contains(QStringLiteral("missing")));
    // Where words stand for nothing, that is meant.
    MemoryField memory;
    memory.setSpecialValueText(QStringLiteral("not bounded"));
    memory.setMemory(1536);
    memory.findChild<QLineEdit*>()->clear();
    EXPECT_TRUE(memory.isReadable());
    EXPECT_EQ(memory.memory(), 0);
    leave(memory);
    EXPECT_EQ(memory.text(), QStringLiteral("not bounded"));
    DurationField time(DurationField::Unit::minutes);
    time.setSpecialValueText(QStringLiteral("not known"));
    time.setRange(0, 1000);
    time.setValue(30);
    time.findChild<QLineEdit*>()->clear();
    leave(time);
    EXPECT_EQ(time.text(), QStringLiteral("not known"));
    EXPECT_EQ(time.duration(), 0);
}

// A number with decimals and one without, in one form.
class NumberForm : public ::testing::Test {
protected:
    void SetUp() override {
        for (NumberField* field : {gpus, nodes}) {
            field->setRange(0, 10'000);
            field->setAccessibleName(QStringLiteral("Amount"));
            column.addWidget(field);
        }
        window.show();
        QApplication::setActiveWindow(&window);
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    }
    static void type(NumberField* field, const char* text) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::fromLatin1(text));
    }

    QWidget window;
    QVBoxLayout column{&window};
    NumberField* gpus = new NumberField(2);
    NumberField* nodes = new NumberField(0);
};

// Who has begun to write a number has done nothing wrong yet.
TEST_F(NumberForm, WhatMayBeTheBeginningOfANumberIsNoMistake) {
    const auto isMarked = [](const NumberField* field) {
        return field->property("error").toBool();
    };
    for (const char* begun : {"1,", "1."}) {
        type(gpus, begun);
        EXPECT_FALSE(gpus->isReadable()) << begun << ": nor is it taken as 1";
        EXPECT_TRUE(gpus->isBegun()) << begun;
        EXPECT_FALSE(isMarked(gpus)) << begun;
        EXPECT_TRUE(gpus->complaint().contains(QStringLiteral("is not complete")));
    }
    QTest::keyClicks(gpus, QStringLiteral("5"));
    EXPECT_EQ(gpus->value(), 1.5);
    type(gpus, "1,");
    nodes->setFocus();
    EXPECT_EQ(gpus->text(), QStringLiteral("1")) << "meant without any";
    // Thousands, digit by digit.
    for (const char* begun : {"1,", "1,0", "1,00"}) {
        type(nodes, begun);
        EXPECT_TRUE(nodes->isBegun()) << begun;
        EXPECT_FALSE(isMarked(nodes)) << begun;
    }
    type(nodes, "1,000");
    EXPECT_EQ(nodes->value(), 1000);
    type(nodes, "1,00");
    gpus->setFocus();
    EXPECT_TRUE(isMarked(nodes)) << "nothing follows any more";
    EXPECT_FALSE(nodes->isBegun());
}

// Nobody is interrupted while they type; who pauses, goes on or presses Enter is told.
TEST_F(NumberForm, IsRefusedOnceNobodyTypesAnyMore) {
    const auto begin = [&] {
        type(gpus, "1x");
        EXPECT_FALSE(gpus->isReadable());
        EXPECT_FALSE(gpus->isWrong());
        EXPECT_TRUE(gpus->mistake().isEmpty());
        EXPECT_FALSE(gpus->property("error").toBool());
        EXPECT_FALSE(NumberField::allReadable(window));
        EXPECT_EQ(NumberField::countWrong(window), 0);
    };
    const auto expectTold = [&] {
        EXPECT_TRUE(gpus->property("error").toBool());
        EXPECT_TRUE(gpus->mistake().contains(QStringLiteral("1x")));
        EXPECT_EQ(NumberField::mistakesIn(window), gpus->mistake());
        EXPECT_EQ(NumberField::countWrong(window), 1);
    };
    begin();
    QSignalSpy told(gpus, &NumberField::readableChanged);
    EXPECT_TRUE(QTest::qWaitFor([&] { return gpus->isWrong(); }));
    EXPECT_EQ(told.count(), 1) << "its form hears of it";
    expectTold();
    begin();
    QTest::keyClick(gpus, Qt::Key_Return);
    expectTold();
    begin();
    nodes->setFocus();
    EXPECT_TRUE(QTest::qWaitFor([&] { return gpus->isWrong(); }));
    expectTold();
    gpus->setEnabled(false);
    EXPECT_TRUE(NumberField::allReadable(window)) << "nobody asks for it";
    EXPECT_EQ(NumberField::countWrong(window), 0);
    EXPECT_TRUE(NumberField::mistakesIn(window).isEmpty());
}

TEST(TypedNumber, IsFoundInATextWithItsUnit) {
    const auto found = [](const char* text, const char* whole) {
        return numberIn(QString::fromUtf8(text), QString::fromUtf8(whole))
            .value_or(QStringLiteral("?"))
            .trimmed()
            .toStdString();
    };
    EXPECT_EQ(found("12 min", "%1 min"), "12");
    EXPECT_EQ(found(" 12 š", "%1 š  "), "12") << "as a translation writes it";
    EXPECT_EQ(found("1 000 Gio", "%1 Gio"), "1 000");
    EXPECT_EQ(found("GiB 3", "GiB %1"), "3");
    EXPECT_EQ(found("12", "%1 min"), "?");
    EXPECT_EQ(found(" min", "%1 min"), "?");
    EXPECT_EQ(found("12 h", "%1 min"), "?");
}

// In another language, too.
TEST(TypedNumber, FieldsReadTheUnitTheyWrite) {
    struct French final : QTranslator {
        bool isEmpty() const override { return false; }
        QString translate(const char* context, const char* text, const char*, int) const override {
            const QLatin1String unit(text);
            if (QLatin1String(context).contains(QLatin1String("MemoryField")))
                return unit == QLatin1String("%1 GiB") ? QStringLiteral("%1 Gio ") : QString();
            return unit == QLatin1String("%1 s") ? QStringLiteral("%1 š ") : QString();
        }
    };
    French french;
    QCoreApplication::installTranslator(&french);
    MemoryField memory;
    memory.setMemory(1536);
    EXPECT_TRUE(memory.isReadable()) << memory.text().toStdString();
    EXPECT_EQ(memory.memory(), 1536);
    DurationField time(DurationField::Unit::seconds);
    time.setRange(0, 1000);
    time.setDuration(90 * kSecond);
    EXPECT_EQ(time.text().toStdString(), "1 min 30 š ");
    EXPECT_TRUE(time.isReadable());
    QCoreApplication::removeTranslator(&french);
}

}  // namespace
}  // namespace apportion::ui
