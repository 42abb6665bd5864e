// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/policy_texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include "core/model/words.h"
#include "ui/bold_message.h"
#include "ui/module_code.h"
#include "ui/priorities_text.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

struct PolicyTexts {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::PolicyTexts)
};

constexpr std::size_t kMostNamed = 3;

// Names of modules come as the words of the file format.
std::vector<Argument> localized(std::vector<Argument> arguments) {
    for (Argument& argument : arguments)
        if (argument.name == "modules")
            for (std::string& name : argument.value.list)
                if (const auto module = fromWord<Module>(name))
                    name = moduleText(*module).toStdString();
    return arguments;
}

}  // namespace

std::optional<PriorityRange> rangeFromText(const QString& text) {
    static const QRegularExpression form(
        QStringLiteral(R"(^\s*(\d{1,3})(?:\s*(?:[-–—]|\p{L}+|\s)\s*(\d{1,3}))?\s*$)"),
        QRegularExpression::UseUnicodePropertiesOption);
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const int from = match.captured(1).toInt();
    return PriorityRange{from, match.captured(2).isEmpty() ? from : match.captured(2).toInt()};
}

QString moduleTitle(Module module) {
    switch (module) {
        case Module::training:
            return PolicyTexts::tr("Training");
        case Module::notebook:
            return PolicyTexts::tr("Notebook");
        case Module::inference:
            return PolicyTexts::tr("Inference");
    }
    return {};
}

QString moduleUseText(Module module, const ModuleUse& use, bool resting) {
    if (use.running > 0 && resting)
        return PolicyTexts::tr("%1 · %Ln to run, %2", nullptr, use.running)
            .arg(moduleCode(module), gpusText(use.gpu));
    if (use.running == 0)
        return PolicyTexts::tr("%1 · none running").arg(moduleCode(module));
    return PolicyTexts::tr("%1 · %Ln running, %2", nullptr, use.running)
        .arg(moduleCode(module), gpusText(use.gpu));
}

RichText policySentence(const Message& message) {
    return boldMessage({message.code, localized(message.arguments)},
                       {"quota", "high", "modules", "low"});
}

QString repairText(const PolicyRepair& repair) {
    const auto* self = std::get_if<0>(&repair.choice);
    const auto* child = std::get_if<1>(&repair.choice);
    switch (repair.kind) {
        case PolicyRepair::Kind::low:
            return PolicyTexts::tr("Set Low to %1").arg(prioritiesText((*self)->low));
        case PolicyRepair::Kind::high:
            return PolicyTexts::tr("Set High to %1").arg(prioritiesText((*self)->high));
        case PolicyRepair::Kind::both:
            return PolicyTexts::tr("Set Low to %1, High to %2")
                .arg(prioritiesText((*self)->low), prioritiesText((*self)->high));
        case PolicyRepair::Kind::swap:
            return PolicyTexts::tr("Swap Low and High");
        case PolicyRepair::Kind::priorities:
            return PolicyTexts::tr("Set it to %1").arg(prioritiesText((*child)->priorities));
        case PolicyRepair::Kind::modules:
            return PolicyTexts::tr("Choose %1")
                .arg(modulesText(self ? (*self)->modules : (*child)->modules));
        case PolicyRepair::Kind::off:
            return PolicyTexts::tr("Switch it off");
    }
    return {};
}

QString evictedText(const Effect& effect) {
    std::vector<std::string> names = namesIn(effect.evicted);
    const QString lost = PolicyTexts::tr("%1 GPU h", "GPU hours").arg(hoursNumber(effect.lost()));
    if (names.size() <= kMostNamed)
        return PolicyTexts::tr("%1 · %2 lost").arg(namesText(names), lost);
    const int more = static_cast<int>(names.size() - kMostNamed);
    names.resize(kMostNamed);
    QStringList list;
    for (const std::string& name : names)
        list << qt(name);
    return PolicyTexts::tr("%1 and %Ln more · %2 lost", nullptr, more)
        .arg(list.join(QStringLiteral(", ")), lost);
}

}  // namespace apportion::ui
