#include "data/series/parameter_file.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>
#include <vector>

#include "data/files/small_file.hpp"
#include "data/particles/unit_system.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

using Values = std::map<std::string, std::string>;

// Returns the values of a text with one key and one value per line. In a line without a value, such as "Snapshots:",
// the key is a section; the keys of the following indented lines then have the form "Snapshots:basename".
Values values_of(const std::string& text) {
    Values values;
    std::istringstream lines{text};
    std::string line, section;
    while (std::getline(lines, line)) {
        line.resize(std::min(line.find_first_of("%#"), line.size()));
        std::istringstream words{line};
        std::string key, value;
        if (!(words >> key)) continue;
        const bool is_indented = std::isspace(static_cast<unsigned char>(line.front())) != 0;
        if (!(words >> value)) {
            if (!is_indented) section = key;
        } else if (key.ends_with(':')) {
            key.pop_back();
            values[is_indented ? section + key : key] = value;
        } else {
            values[key] = value;
        }
    }
    return values;
}

std::optional<double> number(const Values& values, const std::string& key) {
    const auto found = values.find(key);
    if (found == values.end()) return std::nullopt;
    try {
        return std::stod(found->second);
    } catch (const std::exception&) {  // not a number
        return std::nullopt;
    }
}

// Returns the model time of the number `end` in the units that three keys state.
std::optional<double> end_of_run(const Values& values, const std::string& end, const std::string& length,
                                 const std::string& mass, const std::string& velocity) {
    const auto time = number(values, end), cm = number(values, length), grams = number(values, mass),
               speed = number(values, velocity);
    if (!time || !cm || !grams || !speed) return std::nullopt;
    return model_time(*time, {*cm, *grams, *speed});
}

std::string text(const Values& values, const std::string& key) {
    const auto found = values.find(key);
    return found == values.end() ? "" : found->second;
}

}  // namespace

std::optional<RunFiles> read_parameter_file(const fs::path& file) {
    constexpr std::size_t most_bytes = std::size_t{1} << 20;
    std::optional<std::string> content;
    try {
        content = read_small_file(file, most_bytes);
    } catch (const FileError&) {  // a large or unreadable file is not a parameter file
    }
    if (!content) return std::nullopt;
    const Values values = values_of(*content);
    const fs::path folder = file.parent_path();
    if (values.contains("SnapshotFileBase")) {
        const bool is_cosmological = text(values, "ComovingIntegrationOn") == "1";
        return RunFiles{folder / text(values, "OutputDir"), text(values, "SnapshotFileBase"),
                        is_cosmological ? std::nullopt
                                        : end_of_run(values, "TimeMax", "UnitLength_in_cm", "UnitMass_in_g",
                                                     "UnitVelocity_in_cm_per_s")};
    }
    if (values.contains("Snapshots:basename"))
        return RunFiles{folder / text(values, "Snapshots:subdir"), text(values, "Snapshots:basename"),
                        end_of_run(values, "TimeIntegration:time_end", "InternalUnitSystem:UnitLength_in_cgs",
                                   "InternalUnitSystem:UnitMass_in_cgs", "InternalUnitSystem:UnitVelocity_in_cgs")};
    return std::nullopt;
}

RunFiles run_files_of(const fs::path& folder) {
    std::error_code error, ignored;
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator{folder, error}) {
        const fs::path extension = entry.path().extension();
        const bool may_be_parameters =
            extension == ".txt" || extension == ".param" || extension == ".yml" || extension == ".yaml";
        if (may_be_parameters && entry.is_regular_file(ignored)) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    for (const fs::path& file : files)
        if (const auto run = read_parameter_file(file)) return *run;
    return {};
}

}  // namespace milkomeda
