// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QComboBox>
#include <QElapsedTimer>
#include <QPointer>

namespace apportion::ui {

class FindList;

// A choice of one name among many: what opens has a field in which one types to find it. However
// many there are, it lists a part of them and says how many more there are. Letters and Down open
// it, too.
class FindBox final : public QComboBox {
    Q_OBJECT

public:
    // `placeholder`: of the field that finds, "Find a quota".
    explicit FindBox(QString placeholder, QWidget* parent = nullptr);

    // Nothing is chosen then, unless there are as many as before.
    void setNames(const QStringList& names);

    void showPopup() override;
    void hidePopup() override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void open(const QString& typed);
    void take(int index);
    bool isBeingTyped() const;
    void search(const QString& typed);

    QString placeholder_;
    std::vector<std::string> names_;  // as the search reads them
    QElapsedTimer typedAt_;           // a letter, where all names are seen at once
    QPointer<FindList> list_;         // while it is open
};

}  // namespace apportion::ui
