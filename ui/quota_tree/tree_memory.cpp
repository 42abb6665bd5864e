// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_tree/tree_memory.h"

#include <algorithm>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace apportion::ui {

namespace {

constexpr int kMostToggled = 5000;  // a crowd opened one by one is not worth more

QJsonArray toArray(const QList<int>& numbers) {
    QJsonArray array;
    for (const int number : numbers)
        array.append(number);
    return array;
}

QList<int> numbersOf(const QJsonValue& value) {
    QList<int> numbers;
    for (const QJsonValue& each : value.toArray())
        numbers.append(each.toInt());
    return numbers;
}

}  // namespace

QByteArray TreeMemory::toBytes() const {
    // Of a crowd to put all in order takes longer than to draw them.
    QStringList names(toggled.begin(), toggled.end());
    const qsizetype kept = std::min<qsizetype>(names.size(), kMostToggled);
    std::partial_sort(names.begin(), names.begin() + kept, names.end());
    const QJsonObject object{
        {QStringLiteral("columns"), toArray(columns)},
        {QStringLiteral("widths"), toArray(widths)},
        {QStringLiteral("sort"), sort.column},
        {QStringLiteral("descending"), sort.descending},
        {QStringLiteral("flat"), flat},
        {QStringLiteral("selected"), selected},
        {QStringLiteral("toggled"), QJsonArray::fromStringList(names.mid(0, kept))}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

TreeMemory TreeMemory::fromBytes(const QByteArray& bytes) {
    const QJsonObject object = QJsonDocument::fromJson(bytes).object();
    TreeMemory memory;
    memory.columns = numbersOf(object.value(QStringLiteral("columns")));
    memory.widths = numbersOf(object.value(QStringLiteral("widths")));
    memory.sort.column = object.value(QStringLiteral("sort")).toInt(-1);
    memory.sort.descending = object.value(QStringLiteral("descending")).toBool();
    memory.flat = object.value(QStringLiteral("flat")).toBool();
    memory.selected = object.value(QStringLiteral("selected")).toString();
    for (const QJsonValue& name : object.value(QStringLiteral("toggled")).toArray())
        memory.toggled.insert(name.toString());
    return memory;
}

}  // namespace apportion::ui
