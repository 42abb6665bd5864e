// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>

class QLineEdit;

namespace apportion::ui {

class MessageBar;

// Where a new file is to stand. It opens in the folder of what it is made from, else where the last
// one was put, else among the documents; the name has its suffix, whatever stands behind a dot of
// it, before it is asked whether a file of that name is replaced.
class SaveDialog final : public QFileDialog {
    Q_OBJECT

public:
    // `filter`: "Projects (*.apportion)"; `suffix` without its dot.
    SaveDialog(QWidget* parent, const QString& title, const QString& filter, const QString& suffix);

    // Nothing that stands there is replaced: a name that is taken is told in the dialog, which
    // stays open with one that is free.
    void keepExisting();

    // `name` alone or with its suffix; `beside`: the file whose folder it is, or empty.
    void propose(const QString& name, const QString& beside = {});

    // Also where something is opened.
    static QString startFolder(const QString& beside);

    void accept() override;

private:
    QString withSuffix(const QString& name) const;
    QLineEdit* nameField() const;
    // False = what is chosen stands there already; another name was proposed.
    bool isFree();

    MessageBar* taken_ = nullptr;  // where nothing is replaced
    QString suffix_;
    QStringList known_;  // that and the others of the filter
};

}  // namespace apportion::ui
