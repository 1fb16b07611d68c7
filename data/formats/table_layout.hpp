// Layout of text tables: separator, decimal sign, header, and the meaning and unit of each column. The layout is found
// from the first lines of a file; table.cpp reads the rows by the layout.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/formats/table_columns.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

struct TableLayout {
    char separator = ' ';  // character between fields; ' ' means any number of blanks
    char decimal = '.';    // decimal sign: '.' or ','
    TableColumns columns;
    bool has_names = false;                    // true if a header or a comment names the columns
    std::size_t first_row = 1;                 // number of the line of the first row, counted from 1
    std::optional<std::uint64_t> stated_rows;  // number of rows that the first line states
    std::optional<std::string> time;           // text after "# time" in a comment before the rows
    std::string rule;                          // rule by which the columns got their roles
    std::vector<std::string> notes;            // assumptions and unused lines, for the user
};

// Layout and first rows of a table, for a dialog in which the user assigns columns.
struct TablePreview {
    TableLayout layout;
    std::vector<std::vector<std::string>> rows;  // fields of at most 10 rows
    std::string reason;   // reason why the columns are not recognized, as the end of a sentence; empty if they are
    std::string problem;  // reason why the rows cannot be read, with the place in the file; empty without a problem
};

// Finds the layout of a table, and gives its columns the roles that ReadOptions::columns states. Throws FileError if
// the file is not a table.
TablePreview preview_of_table(const std::filesystem::path& path, const ReadOptions& options);
// Returns a text that is equal for tables with equal separators and equal numbers and names of columns. It is the key
// under which the program remembers column assignments (app/io/column_memory.hpp).
std::string layout_key(const TableLayout& layout);
// Finds the layout of a table. Throws FileError if the file is not a table or its rows cannot be read.
TableLayout layout_of_table(const std::filesystem::path& path, const ReadOptions& options);

}  // namespace milkomeda
