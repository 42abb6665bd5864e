// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table from the structs of change.h: what a member is called and how it is given.
//
//     row<CreateQuota>("quota.add",
//                   {positional<&CreateQuota::name>("name", "Name of the new quota"),
//                    required(option<&CreateQuota::guaranteed, Gpus>("gpu", "Guaranteed GPUs"))},
//                   Right::addQuota, undoable, "Add a quota", needsToAdd, add)
#pragma once

#include <type_traits>
#include <utility>

#include "core/change/forms.h"

namespace apportion::rows {

// What a member holds one or several of.
template <typename T>
struct Holds {
    using One = T;
};
template <typename T>
struct Holds<std::optional<T>> : Holds<T> {};
template <typename T>
struct Holds<std::vector<T>> {
    using One = T;
    static constexpr bool many = true;
};
template <typename T>
concept HoldsMany = requires {
    Holds<T>::many;
};

template <typename T>
struct UsualForm {
    using Form = Word<T>;
};
template <>
struct UsualForm<std::string> {
    using Form = Text;
};
template <>
struct UsualForm<bool> {
    using Form = Flag;
};
template <>
struct UsualForm<int> {
    using Form = Whole;
};

// One argument of a command: a member of its struct, in a form.
template <typename C, typename T, typename Form, T C::*member>
struct Field {
    static void read(Change& change, std::string_view name, const std::vector<std::string>& texts) {
        using One = typename Holds<T>::One;
        T& target = std::get<C>(change).*member;
        if constexpr (HoldsMany<T>) {
            std::vector<One> values;
            values.reserve(texts.size());
            for (const std::string& text : texts)  // behind "--" one may be empty
                values.push_back(Form::read(name, text).value_or(One()));
            target = std::move(values);
        } else if (auto value = Form::read(name, texts.front())) {
            if constexpr (std::is_integral_v<One>)
                target = static_cast<One>(*value);
            else
                target = std::move(*value);
        }
    }

    static std::vector<std::string> write(const Change& change) {
        const T& value = std::get<C>(change).*member;
        std::vector<std::string> texts;
        if constexpr (requires {
                          value.has_value();
                          *value;
                          typename Holds<T>::One;
                      } &&
                      !std::is_same_v<T, typename Holds<T>::One>) {
            if (value)
                append(texts, *value);
        } else {
            append(texts, value);
        }
        return texts;
    }

    static void clear(Change& change) { std::get<C>(change).*member = C{}.*member; }
    static bool fits(const std::string& text) { return Form::read({}, text).has_value(); }

private:
    template <typename V>
    static void append(std::vector<std::string>& texts, const V& value) {
        if constexpr (HoldsMany<V>)
            for (const auto& each : value)
                texts.push_back(Form::write(each));
        else if (isGiven(value))
            texts.push_back(Form::write(value));
    }
    // A flag that is not set, and a text without a character, are not there.
    template <typename V>
    static bool isGiven(const V& value) {
        if constexpr (std::is_same_v<Form, Flag>)
            return value;
        else if constexpr (std::is_same_v<V, std::string> && std::is_same_v<T, std::string>)
            return !value.empty();
        else
            return true;
    }
};

template <typename T>
struct MemberPointer;
template <typename C, typename T>
struct MemberPointer<T C::*> {
    using Class = C;
    using Type = T;
    using Form = typename UsualForm<typename Holds<T>::One>::Form;
};

template <ArgumentInfo::Place place, auto member, typename Given>
ArgumentInfo argument(std::string_view name, std::string_view help) {
    using M = MemberPointer<decltype(member)>;
    using T = typename M::Type;
    using Form = std::conditional_t<std::is_void_v<Given>, typename M::Form, Given>;
    using F = Field<typename M::Class, T, Form, member>;
    ArgumentInfo info{name, Form::kind, place};
    info.help = help;
    info.required = place == ArgumentInfo::Place::positional || place == ArgumentInfo::Place::rest;
    if constexpr (requires { Form::words; })
        info.words = Form::words;
    info.repeated = HoldsMany<T>;
    info.fits = F::fits;
    info.read = F::read;
    info.write = F::write;
    info.clear = F::clear;
    return info;
}

template <auto member, typename Form = void>
constexpr auto positional = argument<ArgumentInfo::Place::positional, member, Form>;
// All that stand behind the others.
template <auto member, typename Form = void>
constexpr auto rest = argument<ArgumentInfo::Place::rest, member, Form>;
template <auto member, typename Form = void>
constexpr auto option = argument<ArgumentInfo::Place::option, member, Form>;
template <auto member, typename Form = void>
constexpr auto trailing = argument<ArgumentInfo::Place::trailing, member, Form>;
inline ArgumentInfo required(ArgumentInfo info) {
    info.required = true;
    return info;
}

inline ArgumentInfo naming(std::string_view what, ArgumentInfo info) {
    info.names = what;
    return info;
}

template <typename C>
CommandInfo row(std::string_view id, std::vector<ArgumentInfo> arguments, Right right,
                bool undoable, std::string_view help,
                std::vector<Need> (*needs)(const CommandCall&, const C&),
                Result<CommandEffect> (*apply)(const CommandCall&, const C&),
                Problems (*alsoWrong)(const CommandCall&, const C&) = nullptr) {
    CommandInfo info{id, std::move(arguments), right, undoable, help};
    info.none = C();
    info.needs = [needs](const CommandCall& call) { return needs(call, std::get<C>(call.change)); };
    info.apply = [apply](const CommandCall& call) { return apply(call, std::get<C>(call.change)); };
    if (alsoWrong != nullptr)
        info.alsoWrong = [alsoWrong](const CommandCall& call) {
            return alsoWrong(call, std::get<C>(call.change));
        };
    return info;
}

// The rights of what only an administrator of the pool may do.
template <typename C>
std::vector<Need> administratorNeeds(const CommandCall&, const C&) {
    return {{Right::administer, {}}};
}

}  // namespace apportion::rows
