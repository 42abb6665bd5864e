// SPDX-License-Identifier: GPL-3.0-or-later
// A trace written for one test, and what its reader says of it.
#pragma once

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/traces/read_trace.h"
#include "tests/core/io/temporary_folder.h"

namespace apportion::testing {

class TraceFile : public ::testing::Test {
protected:
    Result<Trace> read(const std::string& format, const std::string& text,
                       const TraceOptions& options = {}) {
        writeBytes(path(), text);
        return readTrace(path(), format, options);
    }
    // "line:column code value" of every problem.
    std::vector<std::string> wrong(const std::string& format, const std::string& text,
                                   const TraceOptions& options = {}) {
        const Result<Trace> trace = read(format, text, options);
        std::vector<std::string> told;
        if (trace)
            return told;
        for (const Problem& problem : trace.error()) {
            if (problem.warning)
                continue;
            EXPECT_EQ(problem.file, path());
            EXPECT_TRUE(isComplete(problem.message)) << problem.message.code;
            EXPECT_FALSE(renderRemedy(problem.message).empty()) << problem.message.code;
            std::string value;
            for (const Argument& argument : problem.message.arguments)
                if (argument.name == "value")
                    value = " " + argument.value.text;
            told.push_back(std::to_string(problem.line) + ":" + std::to_string(problem.column) +
                           " " + std::string(plainCode(problem.message.code)) + value);
        }
        return told;
    }
    std::string path() const { return folder_ / "trace"; }

private:
    TemporaryFolder folder_;
};

// "code count line"
inline std::vector<std::string> counts(const std::vector<Message>& messages) {
    std::vector<std::string> told;
    for (const Message& message : messages) {
        EXPECT_TRUE(isComplete(message)) << message.code;
        std::string text = message.code;
        for (const Argument& argument : message.arguments)
            text += " " + std::to_string(argument.value.number);
        told.push_back(text);
    }
    return told;
}

}  // namespace apportion::testing
