// SPDX-License-Identifier: GPL-3.0-or-later
// Where there are many workloads they are read another way, which must say the same.
#include <gtest/gtest.h>

#include "core/model/message.h"
#include "core/store/objects.h"
#include "core/store/project_values.h"

namespace apportion::testing {
namespace {

using store::Objects;

constexpr int kCrowd = 10'000;

void put(Objects& objects, ObjectKind kind, const std::string& key, const std::string& body) {
    objects.of(kind)[key] = {objects.nextPlace(kind), 1, body};
}

void putWork(Objects& objects, const std::string& name, const std::string& spec,
             const std::string& run = R"({"state":"pending","submitted":5,"waitingSince":7})") {
    put(objects, ObjectKind::workload, name, spec);
    put(objects, ObjectKind::run, name, run);
}

// Of all shapes that a project keeps.
Objects few() {
    Objects objects;
    objects.revision = 1;
    put(objects, ObjectKind::pool, "pool", R"({"apportion":1,"name":"Pool"})");
    put(objects, ObjectKind::nodes, "n", R"({"count":2,"gpu":8,"name":"n"})");
    put(objects, ObjectKind::quota, "q", R"({"guaranteed":{"gpu":16},"name":"q"})");
    putWork(objects, "plain", R"({"gpu":1,"name":"plain","quota":"q"})");
    putWork(objects, "half", R"({"duration":1.5,"gpu":0.5,"idle":true,"name":"half","quota":"q"})");
    putWork(objects, "训练", R"({"gpu":2,"name":"训练","quota":"q","user":"é"})");
    putWork(objects, "quoted", R"({"gpu":1,"name":"quoted","quota":"q","user":"a\"b"})");
    putWork(
        objects, "runs",
        R"({"command":{"arguments":["sh","-c","x"],"directory":"/"},"gpu":1,"name":"runs","quota":"q"})",
        R"({"approvedBy":"ana","placements":[{"gpu":100,"node":"n-1"}],"start":9,"state":"running","submitted":5})");
    return objects;
}

Objects crowd(Objects objects) {
    std::int64_t place = objects.nextPlace(ObjectKind::workload);
    for (int i = 0; i < kCrowd; ++i, ++place) {
        const std::string name = "w" + std::to_string(i);
        objects.of(ObjectKind::workload)[name] = {
            place, 1, R"({"gpu":1,"name":")" + name + R"(","quota":"q"})"};
        objects.of(ObjectKind::run)[name] = {
            place, 1, R"({"state":"pending","submitted":)" + std::to_string(i / 2) + "}"};
    }
    return objects;
}

TEST(Crowd, IsReadAsFewAre) {
    const auto small = projectFrom(few(), "f");
    const auto large = projectFrom(crowd(few()), "f");
    ASSERT_TRUE(small);
    ASSERT_TRUE(large);
    EXPECT_EQ(large->pool, small->pool);
    ASSERT_EQ(large->work.size(), small->work.size() + kCrowd);
    for (std::size_t i = 0; i < small->work.size(); ++i)
        EXPECT_EQ(large->work[i], small->work[i]) << small->work[i].spec.name;
    for (int i = 0; i < kCrowd; ++i) {
        const ProjectWorkload& each = large->work[small->work.size() + static_cast<std::size_t>(i)];
        EXPECT_EQ(each.spec.name, "w" + std::to_string(i));
        EXPECT_EQ(each.run.submitted, i / 2);
    }
}

TEST(Crowd, WhatIsSeenFirstIsToldOnTheWay) {
    std::optional<store::FirstWork> first;
    const auto all = projectFrom(crowd(few()), "f",
                                 {3, [&](store::FirstWork&& told) { first = std::move(told); }});
    ASSERT_TRUE(all);
    ASSERT_TRUE(first);
    // "runs" was submitted last of these, and two of them stand at the end.
    std::vector<ProjectWorkload> wanted{all->work[4]};
    for (std::size_t i = 5; i < 8; ++i)
        wanted.push_back(all->work[i]);
    EXPECT_EQ(first->work, wanted);
    EXPECT_EQ(first->others, all->work.size() - wanted.size());

    const store::FirstLook look{3, [&](store::FirstWork&& told) { first = std::move(told); }};
    first.reset();
    ASSERT_TRUE(projectFrom(few(), "f", look));
    EXPECT_FALSE(first) << "of few all is there at once";

    // What is wrong with the rest is not known yet; of what is wrong itself nothing is told.
    const std::string bad = R"({"gpu":"1","name":"bad","quota":"q"})";
    const std::string misnamed = R"({"gpu":1,"name":"other","quota":"q"})";
    for (const std::string& spec : {bad, misnamed})
        for (const bool isFirst : {false, true}) {
            Objects objects = crowd(few());
            putWork(objects, "bad", spec,
                    R"({"state":"pending","submitted":)" + std::string(isFirst ? "0}" : "99999}"));
            first.reset();
            EXPECT_FALSE(projectFrom(objects, "f", look));
            EXPECT_EQ(first.has_value(), !isFirst) << spec;
        }
}

TEST(Crowd, WhatIsWrongIsToldInTheSameWords) {
    const auto told = [](Objects objects) {
        const auto project = projectFrom(objects, "f");
        return project ? std::string("nothing") : render(project.error().front().message);
    };
    const std::vector<std::pair<std::string, std::string>> wrong{
        {R"({"gpu":1,"name":"bad","quota":"z"})", R"({"state":"pending","submitted":5})"},
        {R"({"gpu":"1","name":"bad","quota":"q"})", R"({"state":"pending","submitted":5})"},
        {R"({"gpu":1,"name":"other","quota":"q"})", R"({"state":"pending","submitted":5})"},
        {R"({"gpu":1,"name":"plain","quota":"q"})", R"({"state":"pending","submitted":5})"},
        {R"({"gpu":1,"name":"bad","quota":"q"})", R"({"state":"dreaming","submitted":5})"}};
    for (const auto& [spec, run] : wrong) {
        Objects objects = few();
        putWork(objects, "bad", spec, run);
        const std::string known = told(objects);
        EXPECT_NE(known, "nothing") << spec;
        EXPECT_EQ(told(crowd(objects)), known) << spec;
    }
}

}  // namespace
}  // namespace apportion::testing
