// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_hash.h"

#include <array>
#include <fstream>
#include <memory>

#include <openssl/evp.h>

namespace apportion {

Result<std::string> fileHash(const std::string& path) {
    const auto failed = [&] {
        Problem problem;
        problem.file = path;
        problem.message = {
            "unreadable",
            {{"name", Value::ofText(path)}, {"detail", Value::ofText("its hash cannot be made")}}};
        return tl::unexpected(Problems{std::move(problem)});
    };
    std::ifstream file(path, std::ios::binary);
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                          EVP_MD_CTX_free);
    if (!file || !context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1)
        return failed();
    std::array<char, 65536> block{};
    while (file.read(block.data(), block.size()) || file.gcount() > 0)
        if (EVP_DigestUpdate(context.get(), block.data(),
                             static_cast<std::size_t>(file.gcount())) != 1)
            return failed();
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    if (file.bad() || EVP_DigestFinal_ex(context.get(), digest.data(), &length) != 1)
        return failed();
    constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (unsigned i = 0; i < length; ++i)
        text.append({kDigits[digest[i] >> 4], kDigits[digest[i] & 15]});
    return text;
}

}  // namespace apportion
