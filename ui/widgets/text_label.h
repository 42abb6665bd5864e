// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include "ui/rich_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

// A label in a size of the type scale and a colour of the theme, which it follows. Its text is
// plain: only setRichText() brings markup. There is no other label of text in the program.
class TextLabel : public QLabel {
    Q_OBJECT

public:
    explicit TextLabel(const QString& text = {}, Type type = Type::body, Role role = Role::text,
                       QWidget* parent = nullptr);

    void setText(const QString& text);
    void setRichText(const RichText& text);
    void setTextFormat(Qt::TextFormat) = delete;

    void setRole(Role role);
    Role role() const { return m_role; }

    // Cuts the text at its end where there is no room, with the whole of it as tool tip.
    void setElided(bool elided);
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyRole();
    void updateToolTip();

    Role m_role;
    bool m_dark = false;  // the theme its colours are of
    bool m_elided = false;
};

}  // namespace apportion::ui
