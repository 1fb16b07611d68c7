#include "app/bench/csv_table.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "data/files/atomic_file.hpp"

namespace milkomeda {

void write_csv(const std::filesystem::path& path, const nlohmann::ordered_json& rows) {
    AtomicFile file{path};
    std::ofstream out{file.path()};
    const char* separator = "";
    for (const auto& [name, value] : rows.at(0).items()) {
        out << separator << name;
        separator = ",";
    }
    out << '\n';
    for (const auto& row : rows) {
        separator = "";
        for (const auto& [name, value] : row.items()) {
            out << separator << (value.is_null() ? "" : value.dump());
            separator = ",";
        }
        out << '\n';
    }
    if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
    file.finish();
}

}  // namespace milkomeda
