// SPDX-License-Identifier: GPL-3.0-or-later
// What a FindBox opens: a field and, below it, the names that what is typed is in.
#pragma once

#include <string>
#include <vector>

#include <QFrame>

class QListView;

namespace apportion::ui {

class SearchField;
class TextLabel;

class FindList final : public QFrame {
    Q_OBJECT

public:
    // The names outlive it.
    FindList(const QString& placeholder, const std::vector<std::string>& names, int current,
             QWidget* parent);

    void find(const QString& typed);
    QListView* list() const { return list_; }
    SearchField* field() const { return field_; }

signals:
    void chosen(int index);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Model;

    void fill(const QString& typed);
    void choose();

    const std::vector<std::string>& names_;
    int current_;
    QString filled_;  // what was sought last
    SearchField* field_;
    QListView* list_;
    TextLabel* more_;
    Model* model_;
};

}  // namespace apportion::ui
