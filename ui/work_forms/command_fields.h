// SPDX-License-Identifier: GPL-3.0-or-later
// What a workload really runs: a command as one types it, read back word by word, and the folder
// where it runs. Nothing typed = it runs nothing.
#pragma once

#include <QWidget>

#include "core/plan/draft/command_line.h"
#include "core/view/view.h"

class QLineEdit;

namespace apportion::ui {

class ArgumentList;
class TextLabel;

class CommandFields final : public QWidget {
    Q_OBJECT

public:
    CommandFields(const DocumentState& document, QWidget* parent = nullptr);

    void fill(const std::vector<std::string>& arguments, const QString& folder);
    bool isGiven() const { return !line_.arguments.empty(); }
    // Empty = it can be read.
    QString mistake() const { return mistake_; }
    const std::vector<std::string>& arguments() const { return line_.arguments; }
    QString directory() const;
    // When and as whom it runs, in one text.
    QString fate(const Problems& notes) const;
    QLineEdit* command() const { return command_; }
    QLineEdit* folder() const { return directory_; }

signals:
    void edited();

private:
    void read();
    void choose();

    DocumentState document_;
    CommandLine line_;
    QString mistake_;
    QLineEdit* command_;
    ArgumentList* words_;
    TextLabel* note_;
    QWidget* folderRow_;
    QLineEdit* directory_;
};

}  // namespace apportion::ui
