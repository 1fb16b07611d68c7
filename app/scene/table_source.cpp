#include "app/scene/table_source.hpp"

#include <fmt/format.h>
#include <stdexcept>

#include "app/io/log.hpp"
#include "app/scene/encounter_source.hpp"
#include "app/scene/scene_setup.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/formats.hpp"
#include "data/formats/snapshot_files.hpp"
#include "data/formats/table_layout.hpp"
#include "data/series/series.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

std::optional<TablePreview> preview_of(const std::string& source, const Assets& assets, const ReadOptions& reading) {
    const auto table = table_of(source, assets);
    if (!table) return std::nullopt;
    try {
        return preview_of_table(*table, reading);
    } catch (const std::exception&) {  // loading the source reports the error
        return std::nullopt;
    }
}

fs::path first_file(const std::string& source, const Assets& assets) {
    return is_series(source) ? first_of_series(source) : snapshot_files(particle_file(source, assets)).read.front();
}

}  // namespace

std::optional<fs::path> table_of(const std::string& source, const Assets& assets) try {
    if (is_encounter(source) || is_scene_name(source, assets)) return std::nullopt;
    fs::path file = first_file(source, assets);
    return format_of_file(file).read == read_table ? std::optional{file} : std::nullopt;
} catch (const std::exception&) {
    return std::nullopt;
}

void use_assigned_columns(const std::string& source, const Assets& assets, const ColumnMemory& memory,
                          ReadOptions& reading) {
    if (!reading.columns.empty()) return;
    const auto preview = preview_of(source, assets, reading);
    if (!preview) return;
    reading.columns = memory.find(layout_key(preview->layout));
    if (!reading.columns.empty())
        log_info(
            fmt::format("{}: the columns are read as assigned in the window to tables of this layout: {}; option "
                        "--columns, or \"Columns of the table...\" in the File menu of the window, changes this",
                        source, reading.columns));
}

bool has_unknown_columns(const std::string& source, const Assets& assets, const ReadOptions& reading) {
    const auto preview = preview_of(source, assets, reading);
    return preview && !preview->layout.columns.empty() && !preview->reason.empty();
}

}  // namespace milkomeda
