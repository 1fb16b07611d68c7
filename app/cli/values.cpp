#include "app/cli/values.hpp"

#include "data/base/units.hpp"
#include "data/simulation/parameters.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

glm::vec3 parse_vec3(const std::string& text, char separator) {
    const std::vector<std::string> parts = split(text, separator);
    if (parts.size() != 3) throw std::invalid_argument("'" + text + "' is not three numbers");
    return {parse_number<float>(parts[0]), parse_number<float>(parts[1]), parse_number<float>(parts[2])};
}

int parse_fraction(const std::string& text) {
    if (text == "1") return 1;
    if (text.starts_with("1/")) return parse_number<int>(text.substr(2));
    const auto value = parse_number<double>(text);
    for (const int k : fraction_denominators)
        if (value * k == 1) return k;
    throw std::invalid_argument("'" + text + "' is none of 1, 1/2, 1/4, 1/8, 1/16");
}

int parse_detail(const std::string& text) {
    if (text == "1") return 1;
    const int k = text.starts_with("1/") ? parse_number<int>(text.substr(2)) : 0;
    if (k < 1 || k > coarsest_detail)
        throw std::invalid_argument("'" + text + "' is none of auto, 1, 1/2 ... 1/" +
                                    std::to_string(coarsest_detail));
    return k;
}

double parse_model_time(const std::string& text) {
    constexpr double longest = 1e9;  // in the shortest steps still fewer than 64 bits can count
    const double time = parse_time(text);
    if (std::abs(time) > longest)
        throw std::invalid_argument("'" + text + "' is more than a billion time units");
    return time;
}

}  // namespace milkomeda
