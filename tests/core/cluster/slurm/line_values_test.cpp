// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/line_values.h"

#include <gtest/gtest.h>

namespace apportion::slurm {
namespace {

Picture clusterWithValues() {
    Picture picture;
    Association& a = picture.associations.emplace_back();
    a.account = "a";
    a.parent = "root";
    a.grpGpus = 4;
    a.qos = {"x", "b"};
    a.defaultQos = "b";
    a.shares = 48;
    Association& ana = picture.associations.emplace_back();
    ana.account = "a";
    ana.user = "ana";
    for (const char* name : {"x", "y"}) {
        Qos& qos = picture.qos.emplace_back();
        qos.name = name;
        qos.priority = name[0] == 'x' ? 10 : 20;
        qos.exemptSeconds = 1200;
    }
    return picture;
}

struct Values {
    std::string key, before, wanted;
    friend bool operator==(const Values&, const Values&) = default;
};

std::vector<Values> valuesOfWords(std::vector<std::string> words) {
    words.insert(words.begin(), {"sacctmgr", "-i"});
    std::vector<Values> all;
    for (const LineValue& each : valuesOf({words, Line::Danger::none, {}}))
        all.push_back({each.key, valueIn(each, clusterWithValues()), each.wanted});
    return all;
}

TEST(LineValues, OfAnAccountAreItsSettings) {
    EXPECT_EQ(valuesOfWords({"modify", "account", "where", "name=a", "set", "GrpTRES=gres/gpu=5"}),
              (std::vector<Values>{{"GrpTRES", "4", "5"}}));
    EXPECT_EQ(valuesOfWords({"modify", "account", "where", "name=a", "set", "GrpTRES=gres/gpu=-1"}),
              (std::vector<Values>{{"GrpTRES", "4", "none"}}));
    EXPECT_EQ(valuesOfWords({"modify", "account", "where", "name=a", "set", "fairshare=56"}),
              (std::vector<Values>{{"fairshare", "48", "56"}}));
    EXPECT_EQ(
        valuesOfWords({"modify", "account", "where", "name=a", "set", "qos=c,b", "defaultqos=-1"}),
        (std::vector<Values>{{"qos", "b,x", "b,c"}, {"defaultqos", "b", "none"}}));
}

TEST(LineValues, OfNewObjectsBeginWithNone) {
    EXPECT_EQ(valuesOfWords({"add", "account", "c", "parent=root", "GrpTRES=gres/gpu=2",
                             "Description=apportion v1 c"}),
              (std::vector<Values>{
                  {"", "none", "there"}, {"parent", "none", "root"}, {"GrpTRES", "none", "2"}}));
    EXPECT_EQ(valuesOfWords({"add", "qos", "n,m", "Priority=5"}),
              (std::vector<Values>{{"", "none", "there"}}));
    EXPECT_EQ(valuesOfWords({"add", "user", "ben", "account=a"}),
              (std::vector<Values>{{"", "none", "there"}}));
}

TEST(LineValues, OfSeveralNamesDifferOrAreTheSame) {
    EXPECT_EQ(
        valuesOfWords({"modify", "qos", "where", "name=x,y", "set", "Priority=5",
                       "PreemptExemptTime=00:30:00"}),
        (std::vector<Values>{{"Priority", "differs", "5"}, {"PreemptExemptTime", "1200", "1800"}}));
}

TEST(LineValues, OfADeletionEndWithNone) {
    EXPECT_EQ(valuesOfWords({"delete", "user", "where", "name=ana", "account=a"}),
              (std::vector<Values>{{"", "there", "none"}}));
    EXPECT_EQ(valuesOfWords({"delete", "account", "where", "name=a"}),
              (std::vector<Values>{{"", "there", "none"}}));
}

TEST(LineValues, OfOtherCommandsAreNone) {
    EXPECT_TRUE(valuesOf({{"scontrol", "hold", "7"}, Line::Danger::none, {}}).empty());
}

}  // namespace
}  // namespace apportion::slurm
