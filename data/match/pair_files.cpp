#include "data/match/pair_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "data/files/small_file.hpp"
#include "data/system/file_error.hpp"
#include "data/text/one_line.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr double model_mpc = 0.015, model_solar_masses = 1e11, model_km_s = 169.34;
constexpr double arcseconds_per_radian = 648000 / std::numbers::pi;
constexpr std::array galaxy_words{"primary", "secondary"};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::string_view{" \t\r"}.find(text.front()) != text.npos) text.remove_prefix(1);
    while (!text.empty() && std::string_view{" \t\r"}.find(text.back()) != text.npos) text.remove_suffix(1);
    return text;
}

std::filesystem::path meta_of(std::filesystem::path pair_file) { return pair_file.replace_extension(".meta"); }

std::string content_of(const std::filesystem::path& path) {
    const auto content = read_small_file(path);
    if (!content) throw FileError(path, "the file does not exist");
    return *content;
}

ValueRange range_of(const KeyFile& file, const std::string& name, double unit = 1) {
    const ValueRange range{file.needed_number(name + "Min") / unit, file.needed_number(name + "Max") / unit};
    if (range.least > range.most)
        file.fail(name + "Min", fmt::format("is larger than {}Max; exchange the two values", name));
    return range;
}

double positive(const KeyFile& file, const std::string& key) {
    const double value = file.needed_number(key);
    if (!(value > 0)) file.fail(key, fmt::format("is {}; it must be larger than 0", short_number(value)));
    return value;
}

bool flag(const KeyFile& file, const std::string& key) {
    const std::string word = file.text(key).value_or("");
    if (word != "true" && word != "false")
        file.fail(key, fmt::format("is {}; it must be true or false", milkomeda::quoted(word)));
    return word == "true";
}

ObservedGalaxy galaxy_of(const KeyFile& file, const std::string& word) {
    ObservedGalaxy galaxy;
    galaxy.name = one_line(file.text(word + "Name").value_or(word));
    const std::array axes{positive(file, word + "A"), positive(file, word + "B")};
    galaxy.semi_major = std::max(axes[0], axes[1]), galaxy.semi_minor = std::min(axes[0], axes[1]);
    galaxy.position_angle = file.needed_number(word + "Angle");
    galaxy.magnitude = file.number(word + "Magnitude").value_or(0);
    galaxy.velocity = file.number(word + "Velocity").value_or(0);
    galaxy.mass = range_of(file, word + "Mass", model_solar_masses);
    if (!(galaxy.mass.least > 0)) file.fail(word + "MassMin", "is not a mass; it must be larger than 0");
    return galaxy;
}

void require_nuclei(const KeyFile& file, const ObservedPair& pair, const std::array<std::string, 2>& keys) {
    for (std::size_t g = 0; g < 2; ++g) {
        const glm::dvec2 nucleus = pair.galaxies[g].nucleus;
        if (nucleus.x < 0 || nucleus.y < 0 || nucleus.x > pair.size.x || nucleus.y > pair.size.y)
            file.fail(keys[g], fmt::format("puts the nucleus at ({}, {}), outside of the picture of {} x {} pixels; "
                                           "correct the position",
                                           short_number(nucleus.x), short_number(nucleus.y), short_number(pair.size.x),
                                           short_number(pair.size.y)));
    }
    if (pair.galaxies[0].nucleus == pair.galaxies[1].nucleus)
        file.fail(keys[1], "puts both nuclei at the same place; correct the position");
}

glm::dvec2 separation_of(const KeyFile& file, const ObservedPair& pair) {
    if (!flag(file, "usePixelCoords")) {
        const glm::dvec2 separation{file.needed_number("rxMpc"), file.needed_number("ryMpc")};
        if (separation == glm::dvec2{0}) file.fail("rxMpc", "is 0, and so is ryMpc; write the separation in Mpc");
        return separation / model_mpc;
    }
    if (!(pair.arcseconds_per_pixel > 0))
        file.fail("usePixelCoords",
                  "is true, but the scale is unknown; add the file .meta with scale=ARCSECONDS_PER_PIXEL");
    if (!(pair.distance > 0)) file.fail("primaryDistance", "is missing; write the distance in Mpc");
    const glm::dvec2 pixels = pair.galaxies[1].nucleus - pair.galaxies[0].nucleus;
    const double length = pair.arcseconds_per_pixel * pair.distance / arcseconds_per_radian / model_mpc;
    return {pixels.x * length, -pixels.y * length};
}

}  // namespace

KeyFile::KeyFile(const std::filesystem::path& path) : KeyFile{path, content_of(path)} {}

KeyFile::KeyFile(const std::filesystem::path& path, const std::string& content) : path_{path} {
    std::vector<std::string> lines = split(content, '\n');
    if (lines.back().empty()) lines.pop_back();
    for (const std::string& raw : lines) {
        Line line;
        std::string_view text = trimmed(raw);
        if (text.empty() || text.starts_with('#')) {
            lines_.push_back({"", std::string{text}});
            continue;
        }
        const std::size_t sign = text.find('=');
        const auto refuse = [&](const std::string& reason) {
            throw FileError(path, fmt::format("line {}: {}", lines_.size() + 1, reason));
        };
        if (sign == text.npos || sign == 0)
            refuse(fmt::format("{} is not a value; write key=value, or # before a comment", milkomeda::quoted(text)));
        line.key = trimmed(text.substr(0, sign));
        if (find(line.key))
            refuse(fmt::format("the key {} is repeated; delete one of the lines", milkomeda::quoted(line.key)));
        text = trimmed(text.substr(sign + 1));
        if ((line.has_semicolon = text.ends_with(';'))) text = trimmed(text.substr(0, text.size() - 1));
        line.is_quoted = text.size() > 1 && text.front() == '\'' && text.back() == '\'';
        line.value = line.is_quoted ? text.substr(1, text.size() - 2) : text;
        lines_.push_back(line);
    }
}

const KeyFile::Line* KeyFile::find(const std::string& key) const {
    const auto line = std::ranges::find(lines_, key, &Line::key);
    return key.empty() || line == lines_.end() ? nullptr : &*line;
}

std::optional<std::string> KeyFile::text(const std::string& key) const {
    const Line* line = find(key);
    if (line == nullptr || line->value.empty()) return {};
    return line->value;
}

std::optional<double> KeyFile::number(const std::string& key) const try {
    const auto word = text(key);
    if (!word) return {};
    return parse_number<double>(*word, key);
} catch (const std::invalid_argument&) {
    fail(key, fmt::format("is {}; write a number", milkomeda::quoted(*text(key))));
}

double KeyFile::needed_number(const std::string& key) const {
    const auto value = number(key);
    if (!value) fail(key, fmt::format("is missing; add a line {}=NUMBER", key));
    return *value;
}

void KeyFile::set(const std::string& key, const std::string& value) {
    for (Line& line : lines_)
        if (line.key == key) {
            line.value = value;
            return;
        }
    lines_.push_back({key, value});
}

void KeyFile::set(const std::string& key, double value) { set(key, exact_number(value)); }

void KeyFile::write(const std::filesystem::path& path) const {
    std::string content;
    for (const Line& line : lines_) {
        const char* quote = line.is_quoted ? "'" : "";
        if (!line.key.empty()) content += line.key + "=";
        content += quote + line.value + quote + (line.has_semicolon ? ";\n" : "\n");
    }
    write_small_file(path, content);
}

void KeyFile::fail(const std::string& key, const std::string& reason) const {
    const Line* line = find(key);
    const std::string place = line ? fmt::format("line {}: ", line - lines_.data() + 1) : "";
    throw FileError(path_, fmt::format("{}{} {}", place, key, reason));
}

double ObservedPair::length_per_pixel() const {
    return glm::length(separation) / glm::length(galaxies[1].nucleus - galaxies[0].nucleus);
}

ObservedPair ObservedPair::scaled_to(glm::dvec2 picture_size) const {
    const glm::dvec2 factors = picture_size / size;
    constexpr double tolerance = 0.01;
    if (std::abs(factors.x / factors.y - 1) > tolerance)
        throw std::invalid_argument(fmt::format(
            "the picture has {} x {} pixels, but the pair describes {} x {}; use the picture of the pair",
            short_number(picture_size.x), short_number(picture_size.y), short_number(size.x), short_number(size.y)));
    ObservedPair scaled = *this;
    scaled.size = picture_size;
    scaled.arcseconds_per_pixel /= factors.x;
    for (ObservedGalaxy& galaxy : scaled.galaxies) {
        galaxy.nucleus *= factors;
        galaxy.semi_major *= factors.x, galaxy.semi_minor *= factors.x;
    }
    return scaled;
}

ObservedPair PairFiles::observed() const {
    ObservedPair observed;
    observed.name = one_line(pair.text("displayName").value_or(pair.text("primaryName").value_or("")));
    for (std::size_t g = 0; g < 2; ++g) observed.galaxies[g] = galaxy_of(pair, galaxy_words[g]);
    const KeyFile& picture = has_meta ? meta : pair;
    const std::array<std::string, 2> x =
        has_meta ? std::array<std::string, 2>{"px", "sx"} : std::array<std::string, 2>{"primaryX", "secondaryX"};
    const std::array<std::string, 2> y =
        has_meta ? std::array<std::string, 2>{"py", "sy"} : std::array<std::string, 2>{"primaryY", "secondaryY"};
    for (std::size_t g = 0; g < 2; ++g)
        observed.galaxies[g].nucleus = {picture.needed_number(x[g]), picture.needed_number(y[g])};
    observed.size = {positive(picture, has_meta ? "width" : "imageWidth"),
                     positive(picture, has_meta ? "height" : "imageHeight")};
    require_nuclei(picture, observed, x);
    if (has_meta) observed.arcseconds_per_pixel = positive(meta, "scale");
    observed.distance = pair.number("primaryDistance").value_or(0);
    observed.separation = separation_of(pair, observed);
    set_own_ranges(observed);
    observed.has_ranges = flag(pair, "useRanges");
    if (!observed.has_ranges) return observed;
    observed.z = range_of(pair, "rz");
    observed.vx = range_of(pair, "vx"), observed.vy = range_of(pair, "vy"), observed.vz = range_of(pair, "vz");
    observed.galaxies[0].radius = range_of(pair, "r1"), observed.galaxies[1].radius = range_of(pair, "r2");
    for (std::size_t g = 0; g < 2; ++g)
        if (!(observed.galaxies[g].radius.least > 0))
            pair.fail(g == 0 ? "r1Min" : "r2Min", "is not a radius; it must be larger than 0");
    return observed;
}

void PairFiles::set(const ObservedPair& observed) {
    const auto set_range = [this](const std::string& name, const ValueRange& range, double unit = 1) {
        pair.set(name + "Min", range.least * unit);
        pair.set(name + "Max", range.most * unit);
    };
    for (std::size_t g = 0; g < 2; ++g) {
        const ObservedGalaxy& galaxy = observed.galaxies[g];
        const std::string word = galaxy_words[g];
        pair.set(word + "Name", galaxy.name);
        pair.set(word + "X", galaxy.nucleus.x), pair.set(word + "Y", galaxy.nucleus.y);
        pair.set(word + "Magnitude", galaxy.magnitude), pair.set(word + "Velocity", galaxy.velocity);
        pair.set(word + "A", galaxy.semi_major), pair.set(word + "B", galaxy.semi_minor);
        pair.set(word + "Angle", galaxy.position_angle);
        set_range(word + "Mass", galaxy.mass, model_solar_masses);
        meta.set(g == 0 ? "px" : "sx", galaxy.nucleus.x), meta.set(g == 0 ? "py" : "sy", galaxy.nucleus.y);
        set_range(g == 0 ? "r1" : "r2", galaxy.radius);
    }
    pair.set("displayName", observed.name);
    pair.set("primaryDistance", observed.distance);
    pair.set("imageWidth", observed.size.x), pair.set("imageHeight", observed.size.y);
    pair.set("usePixelCoords", "false");  // The separation is written exactly.
    pair.set("rxMpc", observed.separation.x * model_mpc), pair.set("ryMpc", observed.separation.y * model_mpc);
    pair.set("useRanges", observed.has_ranges ? "true" : "false");
    set_range("rz", observed.z), set_range("vx", observed.vx);
    set_range("vy", observed.vy), set_range("vz", observed.vz);
    has_meta = observed.arcseconds_per_pixel > 0;
    meta.set("scale", observed.arcseconds_per_pixel);
    meta.set("width", observed.size.x), meta.set("height", observed.size.y);
}

void set_own_ranges(ObservedPair& pair) {
    constexpr double depth_ratio = 3, least_radius = 0.5, most_radius = 1.5;
    const double separation = glm::length(pair.separation);
    const double most_mass = pair.galaxies[0].mass.most + pair.galaxies[1].mass.most;
    const double parabolic = std::sqrt(2 * most_mass / separation);
    const auto symmetric = [](double most) { return ValueRange{-most, most}; };
    const std::array speeds{pair.galaxies[0].velocity, pair.galaxies[1].velocity};
    const double difference = speeds[0] == 0 || speeds[1] == 0 ? 0 : std::abs(speeds[0] - speeds[1]) / model_km_s;
    pair.z = symmetric(depth_ratio * separation);
    pair.vx = pair.vy = symmetric(parabolic);
    pair.vz = symmetric(difference > 0 ? 2 * difference : parabolic);
    for (ObservedGalaxy& galaxy : pair.galaxies) {
        const double radius = galaxy.semi_major * pair.length_per_pixel();
        galaxy.radius = {least_radius * radius, most_radius * radius};
    }
}

PairFiles read_pair(const std::filesystem::path& pair_file) {
    PairFiles files{KeyFile{pair_file}, {}, std::filesystem::exists(meta_of(pair_file))};
    if (files.has_meta) files.meta = KeyFile{meta_of(pair_file)};
    return files;
}

void write_pair(const std::filesystem::path& pair_file, const PairFiles& files) {
    files.pair.write(pair_file);
    if (files.has_meta) files.meta.write(meta_of(pair_file));
}

}  // namespace milkomeda
