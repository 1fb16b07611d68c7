// Commands that print information: info, devices, scenes, and the list of commands for a machine without a display.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>

#include "app/commands/commands.hpp"
#include "app/io/json_text.hpp"
#include "app/io/log.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/encounter_source.hpp"
#include "app/scene/scene_setup.hpp"
#include "app/ui/window.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"
#include "data/formats/snapshot_files.hpp"
#include "data/formats/user_data.hpp"
#include "data/text/one_line.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"
#include "render/gl/headless_context.hpp"
#include "render/gl/native_gl.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

Json sources_of(const ParticleFile& content) {
    Json sources = Json::array();
    for (const ColumnSource& source : content.sources)
        sources.push_back({{"column", source.column},
                           {"from", source.from},
                           {"unit", source.unit},
                           {"factor", source.factor},
                           {"note", source.note}});
    return sources;
}

// Describes the content of a file. Only with `explain`, the description contains the sources of the columns.
Json describe(const std::filesystem::path& file, const ReadOptions& options, bool explain) {
    const ParticleFormat& format = format_of_file(snapshot_files(file).read.front());
    const ParticleFile content = read_visibly(file, options);
    const ParticleSet& particles = content.particles;
    const glm::dvec3& origin = particles.origin;
    const auto [least, most, center] = source_extent(particles);
    double mass = 0;
    Json components = Json::array();
    for (const Component& component : particles.components) {
        mass += component.mass;
        components.push_back({{"name", component.name},
                              {"galaxy", component.galaxy},
                              {"bodies", component.count},
                              {"mass", component.mass}});
    }
    Json found = {{"bodies", particles.size()},
                  {"total_mass", mass},
                  {"format", format.name},
                  {"units", content.units},
                  {"components", components},
                  {"centre_of_mass", {center.x, center.y, center.z}},
                  {"bounds", {{least.x, least.y, least.z}, {most.x, most.y, most.z}}},
                  {"origin", {origin.x, origin.y, origin.z}},
                  {"time", particles.time},
                  {"files", content.files},
                  {"unused", content.unused},
                  {"notes", content.notes}};
    if (explain) found["sources"] = sources_of(content);
    return found;
}

void print_info(const Json& info) {
    const auto text_of = [](const Json& name) { return name.get<std::string>(); };
    const auto number_of = [](const Json& number) { return short_number(number.get<double>()); };
    const auto numbers_of = [&](const Json& numbers) { return join(numbers, number_of); };
    const std::pair<const char*, std::string> rows[] = {
        {"format", text_of(info["format"])},
        {"units", text_of(info["units"])},
        {"bodies", json_line(info["bodies"])},
        {"total mass", number_of(info["total_mass"])},
        {"centre", numbers_of(info["centre_of_mass"])},
        {"bounds", numbers_of(info["bounds"][0]) + " to " + numbers_of(info["bounds"][1])},
        {"origin", numbers_of(info["origin"])}};
    for (const auto& [label, value] : rows) std::cout << fmt::format("{:<12}{}\n", label, value);
    std::cout << "components\n";
    for (const Json& component : info["components"])
        std::cout << fmt::format("  {:<12}{:<14}{:>10} bodies, mass {}\n", one_line(text_of(component["galaxy"])),
                                 one_line(text_of(component["name"])), component["bodies"].get<std::size_t>(),
                                 number_of(component["mass"]));
    if (!info["unused"].empty()) std::cout << "not used    " << one_line(join(info["unused"], text_of)) << '\n';
    for (const Json& note : info["notes"]) std::cout << "note        " << one_line(text_of(note)) << '\n';
    if (!info.contains("sources")) return;
    for (const Json& source : info["sources"]) {
        const std::string unit = text_of(source["unit"]), note = text_of(source["note"]);
        std::string line = fmt::format("source      {}: {}", text_of(source["column"]), text_of(source["from"]));
        if (!unit.empty()) line += fmt::format(" [{}], factor {}", unit, short_number(source["factor"].get<double>()));
        if (!note.empty()) line += fmt::format("; {}", note);
        std::cout << one_line(line) << '\n';
    }
    if (info["sources"].empty()) std::cout << "source      the reader of this format does not describe columns\n";
}

void print_encounter(const EncounterParameters& encounter, bool json) {
    const EncounterTiming timing = encounter_timing(encounter);
    const auto& [first, second] = encounter.galaxies;
    const std::vector<std::tuple<const char*, const char*, double>> rows{
        {"separation", "kpc", encounter_kpc * glm::length(encounter.position)},
        {"projected_separation", "kpc", encounter_kpc * glm::length(glm::dvec2{encounter.position})},
        {"relative_velocity", "km/s", encounter_km_s * glm::length(encounter.velocity)},
        {"mass_1", "Msun", encounter_solar_masses * first.mass},
        {"mass_2", "Msun", encounter_solar_masses * second.mass},
        {"disk_radius_1", "kpc", encounter_kpc * first.radius},
        {"disk_radius_2", "kpc", encounter_kpc * second.radius},
        {"start_time", "Myr", encounter_myr * timing.start},
        {"closest_time", "Myr", encounter_myr * timing.closest_time},
        {"closest_distance", "kpc", encounter_kpc * timing.closest_distance},
        {"closest_speed", "km/s", encounter_km_s * timing.closest_speed}};
    if (!json)
        std::cout << fmt::format("{:<22}{}\n{:<22}{}\n", "name", one_line(encounter.name), "rigid galaxies",
                                 name_of(encounter.rigid_galaxies));
    Json found = {{"name", encounter.name}, {"format", "spam"}};
    for (const auto& [name, unit, value] : rows) {
        found[name] = value;
        std::string label = name;
        std::ranges::replace(label, '_', ' ');
        if (!json) std::cout << fmt::format("{:<22}{} {}\n", label, short_number(value), unit);
    }
    found["rigid_galaxies"] = name_of(encounter.rigid_galaxies);
    found["line"] = spam_line(encounter);
    if (json) std::cout << json_line(found) << '\n';
}

// Lists the published models of pairs: the orbit is that of the rigid galaxies, and the mass ratio that of galaxy 2 to
// galaxy 1.
void list_pairs(const Assets& assets, bool json) {
    Json all = Json::array();
    for (const auto& [model, names] : published_pairs(assets)) {
        const EncounterTiming timing = encounter_timing(model);
        all.push_back({{"name", names.names.front()},
                       {"model", names.model},
                       {"names", names.names},
                       {"pericenter_kpc", encounter_kpc * timing.closest_distance},
                       {"time_since_closest_approach_myr", std::abs(encounter_myr * timing.closest_time)},
                       {"mass_ratio", model.galaxies[1].mass / model.galaxies[0].mass}});
    }
    if (json) {
        std::cout << json_line(all) << '\n';
        return;
    }
    for (const Json& pair : all)
        std::cout << fmt::format(
            "{}\n    {}: closest approach at {:.1f} kpc, {:.0f} Myr ago; mass ratio {:.2f}\n",
            pair["name"].get<std::string>(), pair["model"].get<std::string>(), pair["pericenter_kpc"].get<double>(),
            pair["time_since_closest_approach_myr"].get<double>(), pair["mass_ratio"].get<double>());
}

Json describe(const Device& device, const GlSide& gl, Interop interop) {
    DeviceContext device_context;
    try {
        device_context = make_device_context(&device, gl, interop);
    } catch (const std::exception& error) {  // the device lacks the kind of OpenGL access that --interop forces
        device_context.reason = error.what();
    }
    return {{"index", device.index}, {"platform", device.platform},          {"name", device.name},
            {"type", device.type},   {"tier", name_of(device_context.tier)}, {"reason", device_context.reason}};
}

// An OpenGL context for commands that may run without a display. Belongs to a hidden window if there is a display, and
// is created by EGL otherwise.
struct AnyGlContext {
    std::optional<Window> window{};
    std::optional<HeadlessContext> headless{};
    std::string why_not{};  // reason why no context could be created; empty if there is a context

    explicit AnyGlContext(bool print_messages) {
        try {
            window.emplace(WindowOptions{.visible = false, .print_messages = print_messages});
            return;
        } catch (const std::exception&) {  // without a window, EGL may provide a context
        }
        try {
            headless.emplace(print_messages);
        } catch (const std::exception& error) {
            why_not = error.what();
        }
    }
};

}  // namespace

void info(const InfoOptions& options, const Assets& assets) {
    const std::string& file = *options.file;
    if (is_encounter(file)) return print_encounter(load_encounter(file, assets), options.json);
    if (is_scene_name(file, assets) && !find_user_data(file))
        throw UsageError(fmt::format("info takes a file, but '{}' is a scene; see milkomeda scenes", file));
    const Json found = describe(particle_file(file, assets), options.reading, options.explain);
    if (options.json)
        std::cout << json_line(found) << '\n';
    else
        print_info(found);
}

void devices(const DevicesOptions& options) {
    const AnyGlContext gl{options.verbose};
    Json list = Json::array();
    {
        const GlSide gl_side = current_gl_side();
        for (const Device& device : list_devices(log_warning))
            list.push_back(describe(device, gl_side, options.interop));
    }
    Json gl_json;  // null without an OpenGL context
    if (gl.why_not.empty()) {
        const auto [vendor, renderer, version] = current_gl_info();
        gl_json = {{"vendor", vendor}, {"renderer", renderer}, {"version", version}};
    }
    if (options.json) {
        std::cout << json_line({{"devices", list}, {"gl", gl_json}}) << '\n';
        return;
    }
    const auto text = [](const Json& object, const char* key) { return object[key].get<std::string>(); };
    for (const Json& device : list)
        std::cout << fmt::format("{}  {} ({}, {})\n   tier {}: {}\n", json_line(device["index"]), text(device, "name"),
                                 text(device, "type"), text(device, "platform"), text(device, "tier"),
                                 text(device, "reason"));
    if (list.empty()) std::cout << "no OpenCL device; install a driver, such as pocl-opencl-icd\n";
    std::cout << (gl_json.is_null()
                      ? fmt::format("OpenGL: no context ({})\n", gl.why_not)
                      : fmt::format("OpenGL: {}, {}\n", text(gl_json, "renderer"), text(gl_json, "version")));
}

void scenes(const ScenesOptions& options, const Assets& assets) {
    if (options.pairs) return list_pairs(assets, options.json);
    std::string list;  // printed only when complete, so that an error in a scene prints no partial list
    Json all = Json::array();
    for (const std::string& name : scene_names(assets)) {
        const Scene scene = load_scene(name, assets);
        all.push_back({{"name", name}, {"title", scene.title}, {"watch", scene.watch}});
        list += fmt::format("{}\n    {}\n    {}\n", name, scene.title, scene.watch);
        for (const SceneMilestone& milestone : scene.milestones)
            list += fmt::format("        {:<22}{}\n", format_time_in_both_units(milestone.time, !scene.mixed),
                                milestone.title);
    }
    std::cout << (options.json ? json_line(all) + '\n' : list);
}

void list_commands_without_display() {
    std::string lines =
        "no window can be opened, because neither DISPLAY nor WAYLAND_DISPLAY is set; commands without a window are\n";
    for (const CommandText& command : command_texts())
        if (!command.is_program()) lines += fmt::format("    milkomeda {:<10}{}\n", command.name, command.help);
    log_lines(
        lines +
        "milkomeda COMMAND --help lists the options of a command; milkomeda render -o video.mp4 renders a video of "
        "the collision.");
}

}  // namespace milkomeda
