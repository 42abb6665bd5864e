// SPDX-License-Identifier: GPL-3.0-or-later
// Plain text, and markup of ours around it.
#include <gtest/gtest.h>

#include <QLabel>
#include <QPushButton>

#include "ui/bold_message.h"
#include "ui/rich_text.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

const QString kMarkup = QStringLiteral("<b>R&amp;D</b>");

TEST(PlainText, OfALabelIsNeverMarkup) {
    TextLabel label(kMarkup);
    EXPECT_EQ(label.textFormat(), Qt::PlainText);
    EXPECT_EQ(label.text(), kMarkup);
    label.setRichText(RichText::of(u"<i>%1</i>", {kMarkup}));
    EXPECT_EQ(label.textFormat(), Qt::RichText);
    EXPECT_EQ(label.text(), QStringLiteral("<i>&lt;b&gt;R&amp;amp;D&lt;/b&gt;</i>"));
    label.setText(kMarkup);
    EXPECT_EQ(label.textFormat(), Qt::PlainText);
    EXPECT_EQ(label.text(), kMarkup);
}

TEST(PlainText, InRichTextIsEscapedAndFilledInOnce) {
    const RichText text = RichText::of(u"%2 <b>%1</b> %3", {QStringLiteral("%2"), kMarkup});
    EXPECT_EQ(text.plainText(), kMarkup + QStringLiteral(" %2 %3"));
    RichText more(QStringLiteral("a"));
    more += RichText::of(u"<u>%1</u>", {RichText::of(u"<b>%1</b>", {QStringLiteral("<")})});
    EXPECT_EQ(more.html(), QStringLiteral("a<u><b>&lt;</b></u>"));
}

TEST(PlainText, OfABoldArgumentStaysPlain) {
    const Message message{"project-no-file", {{"name", Value::ofText("<img>\x01\x02")}}};
    EXPECT_EQ(boldMessage(message, {"name"}).html(),
              QStringLiteral("File <b>&lt;img&gt;\\x01\\x02</b> does not exist."));
    EXPECT_EQ(boldMessage(message, {}).html(),
              QStringLiteral("File &lt;img&gt;\\x01\\x02 does not exist."));
}

TEST(PlainText, ShowsWhatIsNotSeen) {
    EXPECT_EQ(visible(QStringLiteral("a\nb\tc é 中 \u00A0👩")),
              QStringLiteral("a\nb\tc é 中 \u00A0👩"));
    EXPECT_EQ(visible(QStringLiteral("a\u202Eb\u200B\u2028\u001B")),
              QStringLiteral("a\\u202Eb\\u200B\\u2028\\x1B"));
    EXPECT_EQ(visibleWord(QStringLiteral("\u00A0\U000E0041")),
              QStringLiteral("\\u00A0\\U000E0041"));
    EXPECT_EQ(TextLabel(QStringLiteral("\u202Ex")).text(), QStringLiteral("\\u202Ex"));
    // Hebrew has such marks in its numbers.
    EXPECT_EQ(visible(QStringLiteral("\u200E1")), QStringLiteral("\\u200E1"));
    QLocale::setDefault(QLocale(QLocale::Hebrew));
    EXPECT_EQ(visible(QStringLiteral("\u200E1\u202E")), QStringLiteral("\u200E1\\u202E"));
    QLocale::setDefault(QLocale::c());
}

TEST(PlainText, KeepsItsAndSignsOnAButton) {
    EXPECT_EQ(buttonText(QStringLiteral("R&D && co")), QStringLiteral("R&&D &&&& co"));
    EXPECT_EQ(textOfButton(buttonText(QStringLiteral("R&D && co"))), QStringLiteral("R&D && co"));
    EXPECT_EQ(textOfButton(QStringLiteral("&Save R&&D")), QStringLiteral("Save R&D"));
    const QPushButton button(buttonText(QStringLiteral("Show R&D")));
    EXPECT_TRUE(button.shortcut().isEmpty());
}

}  // namespace
}  // namespace apportion::ui
