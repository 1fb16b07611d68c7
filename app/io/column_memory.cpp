#include "app/io/column_memory.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/io/json_text.hpp"
#include "app/io/log.hpp"
#include "data/files/small_file.hpp"
#include "data/formats/table_columns.hpp"
#include "data/formats/user_data.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

// Reads a JSON object. Returns an empty object, and logs a warning, if the file contains something else.
Json read_json(const std::filesystem::path& path) try {
    Json json = parse_json(read_small_file(path).value_or("{}"));
    if (!json.is_object()) throw std::invalid_argument("it contains no JSON object");
    return json;
} catch (const std::exception& error) {
    log_warning(fmt::format("the assigned columns in {} are ignored: {}", path.string(), json_fault(error)));
    return Json::object();
}

}  // namespace

std::string ColumnMemory::find(const std::string& layout) const {
    if (!folder_) return "";
    const Json all = read_json(file());
    const auto found = all.find(layout);
    if (found == all.end()) return "";
    try {
        std::string columns = found->get<std::string>();
        parse_column_choices(columns);
        return columns;
    } catch (const std::exception& error) {  // the user may have edited the file
        log_warning(fmt::format("the assigned columns of \"{}\" in {} are ignored: {}", layout, file().string(),
                                json_fault(error)));
        return "";
    }
}

bool ColumnMemory::keep(const std::string& layout, const std::string& columns) const try {
    if (!folder_) return false;
    Json all = read_json(file());
    if (columns.empty() && !all.contains(layout)) return true;
    all.erase(layout);
    if (!columns.empty()) all[layout] = columns;
    while (all.size() > most) all.erase(all.begin());
    std::filesystem::create_directories(*folder_);
    write_small_file(file(), json_page(all));
    return true;
} catch (const std::exception& error) {
    log_warning(fmt::format("the assignment of columns is not saved: {}", json_fault(error)));
    return false;
}

ColumnMemory column_memory(bool saved_settings) {
    return ColumnMemory{saved_settings ? user_folder("XDG_CONFIG_HOME", ".config") : std::nullopt};
}

}  // namespace milkomeda
