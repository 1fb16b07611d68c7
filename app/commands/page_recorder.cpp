#include "app/commands/page_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/cli/program_version.hpp"
#include "app/io/json_text.hpp"
#include "app/playback/run_history.hpp"
#include "data/base/units.hpp"
#include "data/page/packed_bytes.hpp"
#include "data/text/base64.hpp"
#include "render/dust/extinction.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t shape_bytes = 6;
constexpr double steps_per_pixel = 1.25;  // steps of the quantization per pixel of a picture 720 pixels high
constexpr int pixels_high = 720;

void require_page_look(const Look& look, const Camera& camera) {
    if (rendering_of(look.mode) != Rendering::photograph || look.tone_mapping.infrared)
        throw UsageError("a web page shows the mode stars in visible light; remove --mode or --preset");
    if (is_measured_by_run(row_of(look.color_by).measured) || shown_attribute(look.color_by) > 1)
        throw UsageError(
            fmt::format("a web page cannot color by {}; use --color-by component, galaxy, speed, direction, "
                        "temperature, radius or mass",
                        name_of(look.color_by)));
    if (camera.projection == Projection::hammer || camera.projection == Projection::dome || camera.in_sky)
        throw UsageError("a web page shows the galaxies from outside; remove --sky and --projection");
    if (look.stereo != Stereo::off) throw UsageError("a web page has no stereo pictures; remove --stereo");
}

// Number of values of each channel of the attributes: the logarithm of the smoothing length; xx, yy, yz, xz and xy of
// the shape; and the star formation rate. Odd numbers represent 0 exactly in channels that can be negative.
constexpr std::array levels{128, 64, 64, 63, 63, 63, 31};

// Returns the number of a channel for a value from 0 to 1.
int level_of(double value, std::size_t channel) {
    return static_cast<int>(std::lround(std::clamp(value, 0.0, 1.0) * (levels[channel] - 1)));
}
double value_of(int level, std::size_t channel) { return static_cast<double>(level) / (levels[channel] - 1); }

// Returns the bytes of a shape and of its star formation rate: channels 1 to 6. A shape that the rounding would make
// flat is widened, so that its determinant is positive.
std::string bytes_of(const Ellipsoid& shape) {
    constexpr double whole = 32767, least_determinant = 2e-5;
    const bool is_known = shape.xx + shape.yy + shape.zz > 0;
    glm::dmat3 m{shape.xx, shape.xy, shape.xz, shape.xy, shape.yy, shape.yz, shape.xz, shape.yz, shape.zz};
    m /= whole;
    std::string bytes(shape_bytes, '\0');
    for (int attempt = 0; attempt < 20; ++attempt) {
        const std::array values{m[0][0], m[1][1], 0.5 + m[1][2] / 2, 0.5 + m[0][2] / 2, 0.5 + m[0][1] / 2};
        std::array<double, values.size()> stored{};
        for (std::size_t i = 0; i < values.size(); ++i) {
            const int level = level_of(values[i], i + 1);
            bytes[i] = static_cast<char>(level);
            stored[i] = i < 2 ? value_of(level, i + 1) : 2 * value_of(level, i + 1) - 1;
        }
        const auto [xx, yy, yz, xz, xy] = stored;
        if (!is_known || glm::determinant(glm::dmat3{xx, xy, xz, xy, yy, yz, xz, yz, 1 - xx - yy}) > least_determinant)
            break;
        m = 0.9 * m + glm::dmat3{0.1 / 3};
    }
    bytes.back() = static_cast<char>(level_of(0.5 + shape.formation / whole / 2, levels.size() - 1));
    return bytes;
}

// Returns the numbers with at most five significant digits, so that JSON stays short.
Json short_numbers(std::span<const float> numbers) {
    Json list = Json::array();
    for (const float number : numbers) list.push_back(std::stod(fmt::format("{:.6g}", number)));
    return list;
}

Json uniforms_json(const UniformValues& values) {
    Json json = Json::object();
    for (const auto& [name, numbers] : values) json[name] = short_numbers(numbers);
    return json;
}

// Moves the uniforms that are equal in all objects of `list`, under the key `key`, to the result.
Json common_part(Json& list, const char* key) {
    Json common = Json::object();
    const Json first = list.empty() ? Json::object() : list.front()[key];
    for (const auto& [name, value] : first.items()) {
        const std::string& uniform = name;
        const Json& wanted = value;
        if (!std::ranges::all_of(
                list, [&](const Json& group) { return group[key].contains(uniform) && group[key][uniform] == wanted; }))
            continue;
        common[uniform] = wanted;
        for (Json& group : list) group[key].erase(uniform);
    }
    return common;
}

Json look_json(const Look& look) {
    const ToneMapping& tone = look.tone_mapping;
    return {{"point_size", look.point_size},
            {"brightness", look.brightness},
            {"automatic_exposure", tone.automatic_exposure},
            {"key_luminance", tone.key_luminance},
            {"exposure_stops", tone.exposure_stops},
            {"range_stops", tone.range_stops},
            {"faint_gain", tone.faint_gain},
            {"bloom", tone.bloom},
            {"bloom_width", tone.bloom_width},
            {"saturation", tone.saturation},
            {"local_contrast", tone.local_contrast},
            {"curve", name_of(tone.curve)},
            {"color_by", static_cast<int>(look.color_by)},
            {"background", shows_background(look) ? look.background : 0},
            {"dust", shows_dust(look)},
            {"dust_share", look.dust.share}};
}

// Appends a column of floats, of which the lowest bits are cleared, because zlib packs these floats better.
void append_floats(std::string& bytes, const std::vector<float>& column) {
    constexpr std::uint32_t kept_bits = 0xfffff000;
    for (const float number : column) append_number(bytes, std::bit_cast<std::uint32_t>(number) & kept_bits, 4);
}

std::string sky_bytes(std::span<const SkyObject> objects) {
    std::string bytes;
    std::vector<float> column(objects.size());
    constexpr std::size_t floats = sizeof(SkyObject) / sizeof(float);
    for (std::size_t i = 0; i < floats; ++i) {
        for (std::size_t row = 0; row < objects.size(); ++row)
            column[row] = std::bit_cast<std::array<float, floats>>(objects[row])[i];
        append_floats(bytes, column);
    }
    return bytes;
}

// Returns `text` with `value` in place of the only occurrence of `mark`.
std::string with_text(const std::string& text, const std::string& mark, const std::string& value) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) throw std::logic_error("assets/page/page.html has no " + mark);
    return text.substr(0, at) + value + text.substr(at + mark.size());
}

std::string html_text(const std::string& text) {
    std::string safe;
    for (const char c : text) safe += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '"' ? "&quot;" : std::string(1, c);
    return safe;
}

}  // namespace

PageRecorder::PageRecorder(RenderedRun& run, const PageTimes& times, std::size_t limit)
    : run_{run}, times_{times}, setup_{run.loaded().held_initial()} {
    const Camera& camera = run.camera();
    require_page_look(run.look(), camera);
    choose_rows(limit);
    for (const Landmark& galaxy : run.loaded().galaxies()) galaxies_.push_back(galaxy.name);
    std::vector<std::uint16_t> galaxy_of(rows_.size());
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const std::string& name = setup_->particles.components[components_[g]].galaxy;
        const auto found = std::ranges::find(galaxies_, name);
        const auto index = found == galaxies_.end() ? 0 : static_cast<std::uint16_t>(found - galaxies_.begin());
        const auto first = galaxy_of.begin() + static_cast<std::ptrdiff_t>(groups_[g].group.first);
        std::fill_n(first, groups_[g].group.count, index);
    }
    const double pixel = 2 * camera.distance * std::tan(camera.fov_radians / 2) / pixels_high;
    grid_ = {glm::dvec3{camera.target}, pixel / steps_per_pixel};
    packer_ = std::make_unique<MotionPacker>(grid_, std::move(galaxy_of));
}

// Chooses the first rows of each shown component, which are a fair sample of the component.
void PageRecorder::choose_rows(std::size_t limit) {
    const LoadedScene& loaded = run_.loaded();
    const std::vector<ParticleGroup>& groups = loaded.groups();
    std::size_t visible = 0;
    for (std::size_t c = 0; c < groups.size(); ++c) visible += setup_->shown[c].any() ? groups[c].count : 0;
    if (visible == 0) throw UsageError("a web page needs visible bodies, but the source shows no bodies");
    const double share = std::min(1.0, static_cast<double>(limit) / static_cast<double>(visible));
    for (std::size_t c = 0; c < groups.size(); ++c) {
        if (!setup_->shown[c].any() || groups[c].count == 0) continue;
        ParticleGroup group = groups[c];
        group.count = std::max(std::size_t{1}, static_cast<std::size_t>(share * static_cast<double>(group.count)));
        group.first = rows_.size();
        group.hash_offset += static_cast<int>(groups[c].first) - static_cast<int>(group.first);
        group.shown = setup_->shown[c];
        group.drift = loaded.attributes().drift(c);
        for (std::size_t i = 0; i < group.count; ++i) rows_.push_back(groups[c].first + i);
        groups_.push_back({group, static_cast<float>(groups[c].count) / static_cast<float>(group.count)});
        components_.push_back(c);
    }
}

void PageRecorder::add(bool has_attributes) {
    LoadedScene& loaded = run_.loaded();
    if (loaded.held_initial() != setup_)
        throw std::runtime_error(
            fmt::format("a web page needs the same bodies at all times, but they change at {}; end the page earlier "
                        "with --until",
                        format_time_in_both_units(loaded.moment().time, setup_->has_years())));
    const ParticleRows present = loaded.rows().all_rows().get();
    const float offset = loaded.rows().time_offset();
    std::vector<Float4> positions;
    births_.clear();
    for (const std::size_t row : rows_) {
        const glm::vec3 place = glm::vec3{present.positions[row]} + offset * glm::vec3{present.velocities[row]};
        positions.push_back({place.x, place.y, place.z, present.positions[row].w});
        births_.push_back(std::min(present.velocities[row].w, 0.0f));
    }
    std::vector<glm::vec3>& centers = centers_.emplace_back();
    for (const Landmark& galaxy : loaded.galaxies()) centers.push_back(galaxy.position);
    if (centers.empty()) centers.emplace_back(0);
    packer_->add(positions, centers);
    cameras_.push_back(run_.camera());
    if (!has_attributes) return;
    std::vector<float>& lengths = lengths_.emplace_back();
    std::string& shapes = shapes_.emplace_back();
    const float unknown = unknown_sigma(setup_->particles.size()) / sigma_per_smoothing_length;
    for (const std::size_t row : rows_) {
        const float length = loaded.attributes().column()[row].smoothing_length;
        lengths.push_back(length > 0 ? length : unknown);
        shapes += bytes_of(loaded.attributes().ellipsoids()[row]);
    }
}

glm::vec2 PageRecorder::range_of_lengths() const {
    float least = 1e30f, most = 1e-30f;
    for (const std::vector<float>& lengths : lengths_)
        for (const float length : lengths) least = std::min(least, length), most = std::max(most, length);
    return {std::log2(least), std::max(std::log2(most / least), 1e-3f)};
}

// Returns seven bytes for each body at each moment of the attributes: the smoothing length, and the shape.
std::string PageRecorder::attributes_of_moments() const {
    const glm::vec2 range = range_of_lengths();
    std::vector<std::string> moments;
    for (std::size_t moment = 0; moment < lengths_.size(); ++moment) {
        std::string& bytes = moments.emplace_back();
        for (std::size_t body = 0; body < rows_.size(); ++body) {
            const float share = (std::log2(lengths_[moment][body]) - range.x) / range.y;
            bytes += static_cast<char>(level_of(double{share}, 0));
            bytes.append(shapes_[moment], shape_bytes * body, shape_bytes);
        }
    }
    return packed_attributes(moments, shape_bytes + 1);
}

// Returns the columns that do not change with time: mass, initial radius, vertical rank, and time of birth.
std::string PageRecorder::packed_constants() const {
    std::vector<float> masses, radii, ranks;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const ComponentOrigin& origin = setup_->origins[components_[g]];
        const std::size_t first_row = setup_->particles.components[components_[g]].first;
        for (std::size_t i = 0; i < groups_[g].group.count; ++i) {
            const std::size_t row = rows_[groups_[g].group.first + i];
            masses.push_back(setup_->particles.positions[row].w);
            radii.push_back((*origin.radii)[row - first_row]);
            ranks.push_back(origin.vertical->ranks[row - first_row]);
        }
    }
    std::string bytes;
    for (const std::vector<float>& column : {masses, radii, ranks, births_}) append_floats(bytes, column);
    return bytes;
}

Json PageRecorder::groups_json(const Assets& assets) const {
    const PageLight light =
        page_light(assets.reader(), run_.look(), run_.loaded().coloring(), groups_, setup_->particles.size());
    Json groups = Json::array();
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const ParticleGroup& group = groups_[g].group;
        const Component& component = setup_->particles.components[components_[g]];
        const glm::vec3 color = color_of_component(group, group.radius);
        const auto galaxy = std::ranges::find(galaxies_, component.galaxy);
        groups.push_back({{"title", title_of(component)},
                          {"galaxy", galaxy == galaxies_.end() ? 0 : galaxy - galaxies_.begin()},
                          {"first", group.first},
                          {"count", group.count},
                          {"radius", group.radius},
                          {"is_gas", group.population == Population::gas},
                          {"color", short_numbers(std::array{color.r, color.g, color.b})},
                          {"clouds", light.groups[g].clouds},
                          {"light", uniforms_json(light.groups[g].light)},
                          {"dust", uniforms_json(light.groups[g].dust)}});
    }
    Json common = common_part(groups, "light");
    return {{"clusters", light.clusters}, {"stars", light.stars}, {"light", common}, {"groups", groups}};
}

// Returns the milestones of the scene within the page. Without milestones, returns the close passages of the first two
// galaxies.
Json PageRecorder::chapters_json() const {
    Json chapters = Json::array();
    const double last = times_.at(moments() - 1);
    for (const SceneMilestone& milestone : setup_->milestones)
        if (milestone.time >= times_.first && milestone.time <= last)
            chapters.push_back({{"time", milestone.time}, {"title", milestone.title}});
    if (!chapters.empty() || galaxies_.size() < 2) return chapters;
    std::vector<Separation> separations;
    for (std::size_t i = 0; i < centers_.size(); ++i)
        separations.push_back({times_.at(i), double{glm::distance(centers_[i][0], centers_[i][1])}});
    int number = 0;
    for (const double time : passages(separations))
        chapters.push_back({{"time", time}, {"title", fmt::format("close passage {}", ++number)}});
    return chapters;
}

Json PageRecorder::described(const Assets& assets, const glm::ivec2& size) const {
    const glm::vec2 lengths = range_of_lengths();
    Json titles = Json::array(), cameras = Json::array(), programs = Json::object();
    for (const std::string& galaxy : galaxies_) titles.push_back(galaxy.empty() ? "" : title_of(galaxy));
    for (const Camera& camera : cameras_)
        cameras.push_back(short_numbers(std::array{camera.yaw, camera.pitch, camera.distance, camera.target.x,
                                                   camera.target.y, camera.target.z, camera.fov_radians}));
    for (const PageProgram& program : page_programs(assets.reader(), run_.look().tone_mapping.curve))
        programs[program.name] = {program.vertex, program.fragment};
    const glm::mat3& frame = cameras_.front().frame;
    const glm::vec3 reddening = photographic_extinction();
    Json page{{"program", program_version()},
              {"title", setup_->title.empty() ? setup_->source : setup_->title},
              {"first", times_.first},
              {"interval", times_.interval},
              {"moments", moments()},
              {"myr", setup_->has_years() ? myr_per_time : 0},
              {"kpc", setup_->has_years() ? kpc_per_length : 0},
              {"pace", run_.parameters().time_per_second},
              {"bodies", rows_.size()},
              {"origin", {grid_.origin.x, grid_.origin.y, grid_.origin.z}},
              {"step", grid_.step},
              {"attribute_interval", attribute_interval},
              {"attribute_moments", lengths_.size()},
              {"levels", levels},
              {"lengths", {lengths.x, lengths.y}},
              {"galaxies", titles},
              {"chapters", chapters_json()},
              {"cameras", cameras},
              {"frame", short_numbers({&frame[0].x, 9})},
              {"orthographic", cameras_.front().projection == Projection::orthographic},
              {"size", {size.x, size.y}},
              {"show", names_of(run_.annotations())},
              {"extinction", short_numbers({&reddening.x, 3})},
              {"look", look_json(run_.look())}};
    page.update(groups_json(assets));
    page["programs"] = programs;
    return page;
}

std::string PageRecorder::html(const Assets& assets, const glm::ivec2& size) const {
    const std::vector<SkyObject> galaxies = far_galaxies(), stars = near_stars();
    Json page = described(assets, size);
    page["sky"] = {galaxies.size(), stars.size()};
    const std::pair<const char*, std::string> parts[] = {
        {"page", deflated(json_line(page))},
        {"motion", deflated(packer_->packed())},
        {"attributes", deflated(attributes_of_moments())},
        {"constants", deflated(packed_constants())},
        {"sky", deflated(sky_bytes(galaxies) + sky_bytes(stars))},
    };
    Json sections = Json::object();
    std::string data;
    for (const auto& [name, bytes] : parts) {
        sections[name] = {data.size(), bytes.size()};
        data += bytes;
    }
    std::string html = assets.read("assets/page/page.html");
    html = with_text(html, "{{title}}", html_text(page["title"].get<std::string>()));
    html = with_text(html, "{{program}}", program_version());
    html = with_text(html, "{{style}}", assets.read("assets/page/style.css"));
    html = with_text(html, "{{sections}}", json_line(sections));
    std::string scripts;
    for (const char* const name : {"motion", "picture", "page"})
        scripts += assets.read(fmt::format("assets/page/{}.js", name));
    html = with_text(html, "{{script}}", scripts);
    return with_text(html, "{{data}}", base64(data));
}

}  // namespace milkomeda
