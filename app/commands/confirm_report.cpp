#include "app/commands/confirm_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "app/cli/program_version.hpp"
#include "app/commands/confirm_pictures.hpp"
#include "data/text/one_line.hpp"

namespace milkomeda {
namespace {

std::string html(const std::string& text) {
    std::string escaped;
    for (const char c : text) escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string{c};
    return escaped;
}

std::string figure(const std::string& content, const std::string& caption) {
    return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", content, caption);
}

struct ParameterRow {
    const char* name;
    const char* unit;
    double factor;  // from the units of encounters
    std::function<double(const EncounterParameters&)> value;
};

// The first rows are the unknowns in the order of PairUnknown.
std::vector<ParameterRow> parameter_rows() {
    using P = EncounterParameters;
    constexpr double mass = encounter_solar_masses / 1e10;
    const auto timing = [](const P& p) { return encounter_timing(p); };
    return {
        {"place of galaxy 2 toward the observer", "kpc", encounter_kpc, [](const P& p) { return p.position.z; }},
        {"velocity of galaxy 2 to the right", "km/s", encounter_km_s, [](const P& p) { return p.velocity.x; }},
        {"velocity of galaxy 2 up", "km/s", encounter_km_s, [](const P& p) { return p.velocity.y; }},
        {"velocity of galaxy 2 toward the observer", "km/s", encounter_km_s, [](const P& p) { return p.velocity.z; }},
        {"mass of galaxy 1", "× 10¹⁰ M☉", mass, [](const P& p) { return p.galaxies[0].mass; }},
        {"mass of galaxy 2", "× 10¹⁰ M☉", mass, [](const P& p) { return p.galaxies[1].mass; }},
        {"radius of disk 1", "kpc", encounter_kpc, [](const P& p) { return p.galaxies[0].radius; }},
        {"radius of disk 2", "kpc", encounter_kpc, [](const P& p) { return p.galaxies[1].radius; }},
        {"position angle of disk 1", "°", 1, [](const P& p) { return p.galaxies[0].position_angle; }},
        {"position angle of disk 2", "°", 1, [](const P& p) { return p.galaxies[1].position_angle; }},
        {"tilt of disk 1", "°", 1, [](const P& p) { return p.galaxies[0].tilt; }},
        {"tilt of disk 2", "°", 1, [](const P& p) { return p.galaxies[1].tilt; }},
        {"closest distance of the rigid galaxies", "kpc", encounter_kpc,
         [=](const P& p) { return timing(p).closest_distance; }},
        {"time since the closest approach of the rigid galaxies", "Myr", -encounter_myr,
         [=](const P& p) { return timing(p).closest_time; }},
    };
}

// Returns a number with four digits; 0 has no sign.
std::string number(double value) { return fmt::format("{:.4g}", value == 0 ? 0 : value); }

std::string with_unit(double value, const ParameterRow& row) {
    return number(value) + (row.unit == std::string_view{"°"} ? "" : " ") + row.unit;
}

// Returns the smallest and the largest value of the models of the family.
std::string range_of(const ParameterRow& row, const std::vector<EncounterParameters>& family) {
    std::vector<double> values;
    for (const EncounterParameters& member : family) values.push_back(row.factor * row.value(member));
    const auto [least, most] = std::ranges::minmax(values);
    return fmt::format("{} to {}", number(least), with_unit(most, row));
}

std::string parameter_table(const ConfirmReport& report) {
    const bool has_family = report.family.size() > 1;
    // A family with a single member has no spreads.
    const bool has_spreads = std::ranges::any_of(report.spreads, [](double spread) { return spread > 0; });
    std::string table = "<div class=\"wide\"><table><tr><th>parameter</th><th>value</th>";
    if (has_spreads) table += "<th>standard deviation in the family</th>";
    if (has_family) table += fmt::format("<th>range of {} models of this pair</th>", report.family.size());
    table += "</tr>\n";
    const std::vector<ParameterRow> rows = parameter_rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ParameterRow& row = rows[i];
        table += fmt::format("<tr><td>{}</td><td>{}</td>", row.name,
                             with_unit(row.factor * row.value(report.parameters), row));
        if (has_spreads)
            table += i < report.spreads.size()
                         ? fmt::format("<td>{:.2g} {}</td>", row.factor * report.spreads[i], row.unit)
                         : "<td></td>";
        if (has_family) table += fmt::format("<td>{}</td>", range_of(row, report.family));
        table += "</tr>\n";
    }
    return table + "</table></div>\n";
}

std::string summary(const ConfirmReport& report) {
    const ConfirmRun& run = report.runs.best_run();
    const LiveMoment& closest = run.closest();
    std::string text = fmt::format(
        "<p>{} Galaxy 2 is {:.1f} % of the projected separation away from its place; the separation differs by {:+.1f} "
        "%, its direction by {:+.1f}°.</p>\n",
        run.error.place <= accepted_place_error ? "Live galaxies confirm the encounter."
                                                : "Live galaxies do not reach the observed places.",
        100 * run.error.place, 100 * run.error.separation, glm::degrees(run.error.angle));
    const double ago = encounter_myr * (run.present_time() - closest.time),
                 distance = encounter_kpc * glm::length(closest.galaxy2.position),
                 later = encounter_myr * run.present_time();
    if (closest.time > run.start.time)
        text += fmt::format(
            "<p>The live galaxies passed each other {:.0f} Myr before the present at a distance of {:.1f} kpc.", ago,
            distance);
    else
        text += fmt::format(
            "<p>The run begins {:.0f} Myr before the present, after the closest approach, at a distance of {:.1f} kpc.",
            ago, distance);
    const std::size_t count = report.runs.all.size();
    text += fmt::format(" {} run{} with live galaxies {} computed. The present of the live galaxies is {}.</p>\n",
                        count, count == 1 ? "" : "s", count == 1 ? "was" : "were",
                        std::abs(later) < 0.5 ? "that of the restricted encounter"
                                              : fmt::format("{:.0f} Myr {} than that of the restricted encounter",
                                                            std::abs(later), later > 0 ? "later" : "earlier"));
    if (report.live_score)
        text += fmt::format(
            "<p>Similarity to the picture (larger is better): {:.1f} with live galaxies, {:.1f} with the restricted "
            "encounter.</p>\n",
            report.live_score->score(), report.restricted_score->score());
    return text;
}

// Narrow pages, such as those of phones, have one column of pictures.
constexpr const char* style =
    "body{font:16px/1.4 sans-serif;margin:1.5em auto;padding:0 1em;max-width:1040px}"
    "figure{display:inline-block;vertical-align:top;margin:0 1em 1em 0;width:320px;max-width:100%}"
    "figcaption{font-size:14px;color:#444}"
    "img,svg{display:block;max-width:100%;height:auto}img{image-rendering:pixelated}"
    "table{border-collapse:collapse}td,th{text-align:left;vertical-align:top;padding:3px 12px 3px 0}"
    "tr{border-bottom:1px solid #ddd}.wide{overflow-x:auto}h1{overflow-wrap:anywhere}"
    ".bar{height:10px;margin-top:4px;background:linear-gradient(90deg,#00f,#fff,#f00)}"
    ".ends{display:flex;justify-content:space-between;font-size:12px}svg "
    "text{font-size:12px}code{overflow-wrap:anywhere;font-size:13px}";

constexpr const char* unknown =
    "<h2>What the picture does not determine</h2>\n<ul>\n"
    "<li>The mirror image in the plane of the sky, with the opposite depth, the opposite velocity along the line of "
    "sight "
    "and the opposite tilts, has the same picture. Only a measured velocity difference tells which galaxy "
    "recedes.</li>\n"
    "<li>Depth and velocity along the line of sight vary together.</li>\n"
    "<li>Mass and time vary together: a mass that is four times as large passes in half of the time with twice the "
    "velocity. A measured velocity, for example the map above, determines both.</li>\n"
    "<li>The spin and the size of a disk that the encounter has hardly disturbed.</li>\n</ul>\n";

}  // namespace

std::string report_page(const ConfirmReport& report) {
    const std::string name = html(one_line(report.parameters.name));
    std::string page = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><title>{0}</title><style>{1}</style></head>\n<body><h1>{0}: the encounter with "
        "live galaxies</h1>\n",
        name, style);
    page += summary(report);
    if (report.picture) page += figure(picture_element(*report.picture), "Picture without background and stars");
    page += figure(disks_element(report, report.restricted),
                   fmt::format("Restricted encounter: rigid galaxies and test particles. The square is {:.0f} kpc wide",
                               frame_kpc(report)));
    page += figure(disks_element(report, report.live), "Live galaxies at the present, in the same square");
    page +=
        figure(velocity_element(report),
               "Prediction: velocity of the stars along the line of sight relative to galaxy 1, in the same square. "
               "Blue approaches, red recedes");
    const std::vector<std::string> charts = orbit_elements(report);
    page += figure(charts[0],
                   "Rigid galaxies (gray) and live galaxies (orange) up to the present (dots). The cross is "
                   "galaxy 1");
    page += figure(charts[1], "Rigid galaxies (gray) and live galaxies (orange) up to the present (dots)");
    page += "<h2>Parameters</h2>\n" + parameter_table(report) + unknown;
    return page +
           fmt::format("<p>Rigid galaxies: {}</p>\n<p>Parameters: <code>{}</code></p>\n<p>{}</p>\n</body></html>\n",
                       name_of(report.parameters.rigid_galaxies), html(printable_line(report.parameters)),
                       program_version());
}

std::string printable_line(EncounterParameters parameters) {
    parameters.name = one_line(parameters.name);
    return spam_line(parameters);
}

}  // namespace milkomeda
