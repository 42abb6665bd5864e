// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/manual/pages.h"

namespace apportion::manual {

namespace {

using Json = nlohmann::ordered_json;

std::string lastOf(const std::string& reference) {
    return reference.substr(reference.rfind('/') + 1);
}

std::string listOf(const Json& values, const char* separator) {
    std::string list;
    for (const Json& each : values)
        list += (list.empty() ? "" : separator) +
                (each.is_string() ? each.get<std::string>() : each.dump());
    return list;
}

// "number, 0 to 9", "list of node", "on | off"
std::string formOf(const Json& schema) {
    if (schema.contains("$ref"))
        return lastOf(schema["$ref"].get<std::string>());
    for (const char* key : {"anyOf", "oneOf"})
        if (schema.contains(key)) {
            std::string forms;
            for (std::string last; const Json& each : schema[key])
                if (std::string form = formOf(each); form != std::exchange(last, form))
                    forms += (forms.empty() ? "" : " or ") + form;
            return forms;
        }
    if (schema.contains("const"))
        return schema["const"].dump();
    if (schema.contains("enum"))
        return listOf(schema["enum"], " | ");
    std::string form = !schema.contains("type")    ? "value"
                       : schema["type"].is_array() ? listOf(schema["type"], " or ")
                       : schema["type"] == "array" ? "list"
                                                   : schema["type"].get<std::string>();
    if (schema.contains("items"))
        form += " of " + formOf(schema["items"]);
    if (schema.contains("minimum") && schema.contains("maximum"))
        form += ", " + schema["minimum"].dump() + " to " + schema["maximum"].dump();
    return form;
}

// " A sentence", of a schema's own.
std::string descriptionOf(const Json& schema) {
    std::string text = schema.value("description", "");
    if (!text.empty())
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text.empty() || text.back() == '.' ? text : text + ".";
}

void addProperties(Page& page, const Json& schema) {
    const Json required = schema.value("required", Json::array());
    const Json properties = schema.value("properties", Json::object());
    for (const auto& [name, property] : properties.items()) {
        const bool needed = std::find(required.begin(), required.end(), name) != required.end();
        page.item(name,
                  formOf(property) + (needed ? ", required. " : ". ") + descriptionOf(property));
        // Written out in place, without a name of its own.
        const Json& inner = property.contains("items") ? property["items"] : property;
        if (inner.contains("properties")) {
            page.indent(true);
            addProperties(page, inner);
            page.indent(false);
        }
    }
}

// "do: scale", by which one form of an object is told from the others; empty = by nothing.
std::string markOf(const Json& form) {
    for (const auto& [name, property] : form["properties"].items())
        if (property.contains("const") && property["const"].is_string())
            return name + ": " + property["const"].get<std::string>();
    return "";
}

void addAll(Page& page, const Json& schema) {
    addProperties(page, schema);
    for (const char* key : {"allOf", "anyOf", "oneOf"})
        for (const Json& each : schema.value(key, Json::array()))
            if (each.contains("properties")) {
                if (const std::string mark = markOf(each); !mark.empty())
                    page.paragraph("With " + mark);
                if (each.contains("description"))
                    page.paragraph(descriptionOf(each));
                addProperties(page, each);
            }
}

}  // namespace

Page schemaPage(const std::string& name, const std::string& text, const Release& release) {
    const Json schema = Json::parse(text);
    Page page(name, '5', schema.at("title").get<std::string>(), release);
    page.heading("DESCRIPTION");
    page.paragraph(descriptionOf(schema) + " The file is JSON.");
    page.heading("THE FILE");
    addAll(page, schema);
    const Json definitions = schema.value("$defs", Json::object());
    if (!definitions.empty())
        page.heading("VALUES");
    for (const auto& [each, definition] : definitions.items()) {
        page.subheading(each);
        page.paragraph(formOf(definition) + ". " + descriptionOf(definition));
        addAll(page, definition);
    }
    page.heading("SEE ALSO");
    page.paragraph("apportionctl-validate(1), apportionctl(1)");
    return page;
}

}  // namespace apportion::manual
