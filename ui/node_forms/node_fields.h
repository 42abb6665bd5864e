// SPDX-License-Identifier: GPL-3.0-or-later
// What one node has, as rows of a form: GPUs, their type, CPU and memory.
#pragma once

#include <vector>

#include <QObject>

#include "core/model/node.h"
#include "core/plan/draft/node_request.h"

class QBoxLayout;
class QLineEdit;

namespace apportion::ui {

class MemoryField;
class MistakeLine;
class NumberField;
class TextLabel;

class NodeFields final : public QObject {
    Q_OBJECT

public:
    // Their width is that of the form's other fields, too.
    static constexpr int kWidth = 168;

    // In the rows that follow; they belong to the form.
    explicit NodeFields(QBoxLayout* form, QObject* parent = nullptr);

    void setNode(const Node& node);
    // `node` with what stands in the fields; its name and labels stay.
    Node applied(Node node) const;
    // What is wrong, under the field that it is about; false: it is about none of these.
    bool say(NodePart part, const QString& sentence);
    // Under each number that cannot be read; whether there is one.
    bool tellUnreadable();
    void clearMistakes();
    // Behind the number of GPUs.
    void setTotal(const QString& text);

signals:
    void changed();

private:
    struct Row {
        NodePart part;
        QWidget* field;
        MistakeLine* mistake;
    };

    std::vector<Row> rows_;
    NumberField* gpus_;
    QLineEdit* type_;
    NumberField* cores_;
    MemoryField* memory_;
    TextLabel* total_ = nullptr;
};

}  // namespace apportion::ui
