// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/priority_strip_accessible.h"

#include <array>

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWindow>

#include "ui/preemption/priority_strip.h"

namespace apportion::ui {

namespace {

// One edge: a slider from 1 to 9.
class EdgeSlider final : public QAccessibleInterface, public QAccessibleValueInterface {
public:
    EdgeSlider(PriorityStrip* strip, int index) : strip_(strip), index_(index) {}

    bool isValid() const override { return !strip_.isNull(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override {
        const QWidget* top = strip_ ? strip_->window() : nullptr;
        return top ? top->windowHandle() : nullptr;
    }
    QAccessibleInterface* parent() const override {
        return QAccessible::queryAccessibleInterface(strip_.data());
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::Slider; }

    QString text(QAccessible::Text what) const override {
        if (!strip_)
            return {};
        if (what == QAccessible::Name)
            return strip_->handleName(edge());
        return what == QAccessible::Value && isKnown() ? QString::number(strip_->value(edge()))
                                                       : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        if (!strip_)
            return {};
        const QRect local = strip_->handleRect(index_).toAlignedRect();
        return {strip_->mapToGlobal(local.topLeft()), local.size()};
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        if (!strip_)
            return state;
        state.focusable = true;
        state.focused = strip_->hasFocus() && strip_->currentHandle() == index_;
        state.disabled = !strip_->isEnabled();
        state.invisible = !strip_->isVisible();
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ValueInterface ? static_cast<QAccessibleValueInterface*>(this)
                                                   : nullptr;
    }

    QVariant currentValue() const override {
        return isKnown() ? strip_->value(edge()) : QVariant();
    }
    void setCurrentValue(const QVariant& value) override {
        if (strip_ && strip_->isEnabled())
            strip_->setValue(edge(), value.toInt());
    }
    QVariant maximumValue() const override { return kHighestPriority; }
    QVariant minimumValue() const override { return kLowestPriority; }
    QVariant minimumStepSize() const override { return 1; }

private:
    PriorityStrip::Handle edge() const { return strip_->handle(index_); }
    bool isKnown() const { return strip_ && strip_->isKnown(edge().band); }

    QPointer<PriorityStrip> strip_;
    int index_;
};

class AccessibleStrip final : public QAccessibleWidget {
public:
    explicit AccessibleStrip(PriorityStrip* strip)
        : QAccessibleWidget(strip, QAccessible::Grouping), strip_(strip) {}
    AccessibleStrip(const AccessibleStrip&) = delete;
    AccessibleStrip& operator=(const AccessibleStrip&) = delete;

    int childCount() const override { return strip_->handleCount(); }
    QAccessibleInterface* child(int index) const override {
        if (index < 0 || index >= childCount())
            return nullptr;
        QAccessible::Id& id = ids_[static_cast<std::size_t>(index)];
        if (id == 0)
            id = QAccessible::registerAccessibleInterface(new EdgeSlider(strip_, index));
        return QAccessible::accessibleInterface(id);
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (int i = 0; i < childCount(); ++i)
            if (this->child(i) == child)
                return i;
        return -1;
    }
    QAccessibleInterface* focusChild() const override {
        return strip_->hasFocus() ? child(strip_->currentHandle()) : nullptr;
    }

protected:
    ~AccessibleStrip() override {
        for (const QAccessible::Id id : ids_)
            if (id != 0)
                QAccessible::deleteAccessibleInterface(id);
    }

private:
    PriorityStrip* strip_;
    mutable std::array<QAccessible::Id, 4> ids_{};
};

QAccessibleInterface* make(const QString&, QObject* object) {
    auto* strip = qobject_cast<PriorityStrip*>(object);
    return strip ? new AccessibleStrip(strip) : nullptr;
}

}  // namespace

void installStripAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    Q_UNUSED(installed);
}

}  // namespace apportion::ui
