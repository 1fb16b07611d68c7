// Memory for long columns.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "data/base/parallel.hpp"
#include "data/system/memory.hpp"

namespace milkomeda {

// Resizes empty columns to `rows` rows. Several threads allocate the pages, because the operating system takes longer
// to provide the memory than the program takes to fill it.
template <typename... Elements>
void make_room(std::size_t rows, std::vector<Elements>&... columns) {
    constexpr std::size_t piece = 1024;  // bytes per index of the parallel loop
    const auto allocate = [rows](auto& column) {
        column.reserve(rows);
        char* const memory = reinterpret_cast<char*>(column.data());
        parallel_for(rows * sizeof(column[0]) / piece, [memory](std::size_t begin, std::size_t end) {
            allocate_pages(memory + begin * piece, (end - begin) * piece);
        });
    };
    (allocate(columns), ...);
    std::array<std::function<void()>, sizeof...(columns)> fill{[&columns, rows] { columns.resize(rows); }...};
    parallel_for_each(fill, [](const std::function<void()>& fill_column) { fill_column(); });
}

}  // namespace milkomeda
