// SPDX-License-Identifier: GPL-3.0-or-later
// What a form would make, read back in sentences on a soft ground; names and amounts stand out.
#pragma once

#include <vector>

#include <QWidget>

#include "core/model/message.h"

class QLabel;

namespace apportion::ui {

class ReadBack final : public QWidget {
    Q_OBJECT

public:
    explicit ReadBack(QWidget* parent = nullptr);

    void read(const std::vector<Message>& sentences);
    QString plainText() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* text_;
    QString plain_;
};

}  // namespace apportion::ui
