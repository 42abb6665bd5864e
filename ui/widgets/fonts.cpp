// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fonts.h"

#include <algorithm>
#include <array>

#include <QApplication>
#include <QFontInfo>
#include <QFontMetrics>
#include <QToolTip>

namespace apportion::ui {
namespace {

struct Spec {
    int pixels;
    int weight;
};

// In the order of Type.
constexpr std::array<Spec, 11> kSpecs = {{{13, QFont::Normal},
                                          {13, QFont::Medium},
                                          {13, QFont::DemiBold},
                                          {12, QFont::Normal},
                                          {12, QFont::DemiBold},
                                          {11, QFont::Medium},
                                          {24, QFont::DemiBold},
                                          {16, QFont::DemiBold},
                                          {15, QFont::DemiBold},
                                          {13, QFont::Bold},
                                          {26, QFont::DemiBold}}};

double& scale() {
    static double value = 1.0;
    return value;
}

QFont build(Type type) {
    const Spec spec = kSpecs[static_cast<std::size_t>(type)];
    QFont f;
    // Without Inter the next family has to do; the Chinese one comes first because Noto Sans
    // would otherwise be asked for its (missing) ideographs and fall back at random.
    f.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans CJK SC"),
                   QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")});
    f.setPixelSize(std::max(1, qRound(spec.pixels * scale())));
    f.setWeight(static_cast<QFont::Weight>(spec.weight));
    f.setHintingPreference(QFont::PreferNoHinting);
    if (type == Type::pill)
        f.setLetterSpacing(QFont::AbsoluteSpacing, 0.5 * scale());
    return f;
}

std::array<QFont, kSpecs.size()>& cache() {
    static std::array<QFont, kSpecs.size()> fonts = [] {
        std::array<QFont, kSpecs.size()> made;
        for (std::size_t i = 0; i < made.size(); ++i)
            made[i] = build(static_cast<Type>(i));
        return made;
    }();
    return fonts;
}

}  // namespace

QFont font(Type type) {
    return cache()[static_cast<std::size_t>(type)];
}

double fontScale() {
    return scale();
}

int controlHeight(int base) {
    static const int needed = QFontMetrics(font(Type::body)).height() + 11;
    return std::max(base, needed);
}

void installFonts() {
    // Never below 1: the smallest step of the scale is 11 px.
    const double points = QFontInfo(QGuiApplication::font()).pointSizeF();
    scale() = std::clamp(points > 0 ? points / 10.0 : 1.0, 1.0, 2.5);
    for (std::size_t i = 0; i < kSpecs.size(); ++i)
        cache()[i] = build(static_cast<Type>(i));
    QApplication::setFont(font(Type::body));
    QApplication::setFont(font(Type::name), "QPushButton");
    QApplication::setFont(font(Type::small), "QHeaderView");
    QApplication::setFont(font(Type::name), "QTabBar");
    QApplication::setFont(font(Type::body), "QMenuBar");
    QApplication::setFont(font(Type::body), "QMenu");
    QApplication::setFont(font(Type::body), "QToolButton");
    QToolTip::setFont(font(Type::second));
}

}  // namespace apportion::ui
