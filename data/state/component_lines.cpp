#include "data/state/component_lines.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

std::array<float, 4> numbers_of(const Perturber& perturber) {
    const auto& [red, green, blue] = perturber.color;
    return {perturber.softening, red, green, blue};
}

}  // namespace

std::string lines_of(const std::vector<Component>& components) {
    std::string text;
    const auto plain = [](std::string name) {
        std::ranges::replace(name, '\t', ' ');
        std::ranges::replace(name, '\n', ' ');
        return name;
    };
    for (const Component& component : components) {
        text += std::to_string(component.count) + '\t' + plain(component.galaxy) + '\t' + plain(component.name);
        if (component.perturber)
            for (const float number : numbers_of(*component.perturber)) text += '\t' + exact_number(number);
        text += '\n';
    }
    return text;
}

void add_components(const std::filesystem::path& file, const std::string& lines, ParticleSet& particles) {
    const auto refuse = [&] { fail_as_inconsistent(file, "the components do not match the bodies"); };
    std::size_t rows = 0, perturbers = 0;
    for (const std::string& line : split(lines, '\n')) {
        if (line.empty()) continue;
        const std::vector<std::string> parts = split(line, '\t');
        const std::size_t count = number_from<std::size_t>(parts.front()).value_or(0);
        const bool is_perturber = parts.size() == 3 + std::tuple_size_v<decltype(numbers_of({}))>;
        if ((parts.size() != 3 && !is_perturber) || count == 0 || count > particles.size() - rows) refuse();
        if (particles.components.size() == most_components)
            fail_as_inconsistent(file, fmt::format("there are more than {} components", most_components));
        add_component(particles, parts[2], parts[1], count);
        rows += count;
        const bool is_in_its_place = is_perturber ? count == 1 : perturbers == 0;
        if (!is_in_its_place) refuse();
        if (!is_perturber) continue;
        if (++perturbers > most_perturbers)
            fail_as_inconsistent(file, fmt::format("there are more than {} perturbers", most_perturbers));
        std::array<float, 4> numbers{};
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            numbers[i] = number_from<float>(parts[3 + i]).value_or(-1);
            if (!std::isfinite(numbers[i]) || numbers[i] < 0) refuse();
        }
        particles.components.back().perturber = Perturber{numbers[0], {numbers[1], numbers[2], numbers[3]}};
    }
    if (rows != particles.size() || perturbers == rows) refuse();
}

void require_readable(const std::filesystem::path& file, const std::vector<Component>& components) {
    const auto refuse = [&](const std::string& why) {
        throw FileError(file, "is not written: the bodies have " + why);
    };
    const std::size_t perturbers = perturber_count(components);
    if (components.size() > most_components) refuse(fmt::format("more than {} components", most_components));
    if (perturbers > most_perturbers) refuse(fmt::format("more than {} perturbers", most_perturbers));
    if (perturbers == components.size())
        refuse("no components other than perturbers; write an hdf5 or csv file instead");
    if (perturber_count(std::span{components}.last(perturbers)) != perturbers)
        throw FileError(file, "is not written: perturbers must be the last bodies");
}

void fail_as_inconsistent(const std::filesystem::path& file, const std::string& why) {
    throw FileError(file, "is inconsistent: " + why);
}

}  // namespace milkomeda
