// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/search_field.h"

#include <QAction>
#include <QKeyEvent>

#include "ui/widgets/icons.h"

namespace apportion::ui {

SearchField::SearchField(const QString& placeholder, QWidget* parent) : QLineEdit(parent) {
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    addAction(icon(Icon::search), LeadingPosition);
    setClearButtonEnabled(true);
    // Qt leaves a wide gap after the icon.
    setTextMargins(-6, 0, 0, 0);
    m_rest.setSingleShot(true);
    m_rest.setInterval(150);
    connect(this, &QLineEdit::textChanged, &m_rest, qOverload<>(&QTimer::start));
    connect(&m_rest, &QTimer::timeout, this, [this] { emit searched(text()); });
}

void SearchField::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Escape:
            // Only a filled field keeps the key: an empty one lets the dialog have it.
            if (text().isEmpty())
                break;
            clear();
            event->accept();
            return;
        case Qt::Key_Down:
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_rest.isActive()) {
                m_rest.stop();
                emit searched(text());
            }
            emit leftDownwards();
            event->accept();
            return;
        default:
            break;
    }
    QLineEdit::keyPressEvent(event);
}

}  // namespace apportion::ui
