#include "data/base/setting.hpp"

namespace milkomeda {

std::vector<std::string> Fraction::names() const {
    std::vector<std::string> list;
    for (const int k : denominators) list.push_back(k == 1 ? "1" : "1/" + std::to_string(k));
    return list;
}

}  // namespace milkomeda
