// Stores the user's assignments of columns by the layout of the table, in the file columns.json of the folder of
// settings.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace milkomeda {

class ColumnMemory {
  public:
    static constexpr std::size_t most = 200;  // number of assignments that are stored; the oldest are dropped

    // `folder` is the folder of settings. Without a folder, nothing is stored.
    explicit ColumnMemory(std::optional<std::filesystem::path> folder) : folder_{std::move(folder)} {}

    // Returns the assignment, as --columns takes it, of tables with this layout_key(); empty without a stored
    // assignment.
    std::string find(const std::string& layout) const;
    // Stores the assignment. An empty assignment removes the stored assignment. Returns false without a folder. If the
    // file cannot be written, logs a warning and returns false.
    bool keep(const std::string& layout, const std::string& columns) const;

  private:
    std::filesystem::path file() const { return *folder_ / "columns.json"; }

    std::optional<std::filesystem::path> folder_;
};

// Returns the memory in the user's folder of settings, or a memory without a folder if `saved_settings` is false.
ColumnMemory column_memory(bool saved_settings);

}  // namespace milkomeda
