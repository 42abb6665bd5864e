// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/about_dialog.h"

#include <QApplication>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/widgets/text_label.h"

namespace apportion::ui {

AboutDialog::AboutDialog(Mode mode, QWidget* parent) : DialogFrame(mode, parent) {
    setHeading(tr("Apportion"), tr("Version %1").arg(QApplication::applicationVersion()));
    for (const QString& text :
         {tr("Divides a pool of GPUs among teams, and explains who uses what and why."),
          tr("Free software, GPL version 3 or later."),
          tr("Manual: run 'man apportion' or 'man apportionctl' in a terminal.")}) {
        auto* line = new TextLabel(text, Type::body, Role::text, this);
        line->setWordWrap(true);
        line->setTextInteractionFlags(Qt::TextSelectableByMouse);
        body()->addWidget(line);
    }
    setOpeningWidth(460);
    connect(addPrimary(tr("Close")), &QPushButton::clicked, this, &QDialog::accept);
}

}  // namespace apportion::ui
