#include "app/commands/csv_table.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "app/io/json_text.hpp"
#include "data/files/binary_file.hpp"

namespace milkomeda {

void write_csv(const std::filesystem::path& path, const nlohmann::ordered_json& rows) {
    std::ostringstream out;
    const char* separator = "";
    for (const auto& [name, value] : rows.at(0).items()) {
        out << separator << name;
        separator = ",";
    }
    out << '\n';
    for (const auto& row : rows) {
        separator = "";
        for (const auto& [name, value] : row.items()) {
            out << separator << (value.is_null() ? "" : json_line(value));
            separator = ",";
        }
        out << '\n';
    }
    BinaryWriter file{path};
    file.text(out.str());
    file.commit();
}

}  // namespace milkomeda
