// SPDX-License-Identifier: GPL-3.0-or-later
// The sheet of a quota over a project of its own, clicked and typed into.
#pragma once

#include <memory>

#include <QPushButton>
#include <QtTest/QTest>

#include "tests/ui/quota_forms/project_fixture.h"
#include "ui/quota_forms/amount_field.h"
#include "ui/quota_forms/effect_pane.h"
#include "ui/quota_forms/quota_sheet.h"
#include "ui/widgets/sentence_box.h"

namespace apportion::ui {

class QuotaSheetTest : public ProjectTest {
protected:
    void open(const QString& parent) {
        dialog = std::make_unique<QuotaSheet>(bridge, runner, Mode::live, parent);
        dialog->show();
        settle();
    }
    void edit(const QStringList& quotas) {
        dialog = std::make_unique<QuotaSheet>(bridge, runner, Mode::live, quotas);
        dialog->show();
        settle();
    }
    QString shown() { return dialog->effect().plainText(); }
    void settle() {
        ASSERT_TRUE(waitFor([this] { return dialog->isUpToDate(); }));
    }
    template <typename Field>
    Field* named(const char* name) {
        for (Field* each : dialog->findChildren<Field*>())
            if (each->accessibleName() == QLatin1String(name))
                return each;
        ADD_FAILURE() << name;
        return nullptr;
    }
    QPushButton* button(const char* text) {
        for (QPushButton* each : dialog->findChildren<QPushButton*>())
            if (each->text() == QString::fromUtf8(text) && each->isVisible())
                return each;
        return nullptr;
    }
    void type(AmountField* field, const char* text) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::fromLatin1(text));
        settle();
    }
    // Where that is.
    int expectOneColumn() {
        dialog->resize(1232, 752);  // of a screen of 1280 by 800
        const auto leftOf = [this](const char* name) {
            return named<QWidget>(name)->mapTo(dialog.get(), QPoint()).x();
        };
        int left = 0;
        EXPECT_TRUE(waitFor([&] {
            left = leftOf("Team");
            return leftOf("Weight") == left && leftOf("Rank") == left &&
                   leftOf("Minimum runtime") == left;
        }));
        return left;
    }
    QString reads() {
        for (const SentenceBox* each : dialog->findChildren<SentenceBox*>())
            if (!dialog->effect().isAncestorOf(each))
                return each->plainText();
        return {};
    }

    std::unique_ptr<QuotaSheet> dialog;
};

}  // namespace apportion::ui
