// Memory for long columns.
#pragma once

#include <cstddef>
#include <vector>

#include "data/base/parallel.hpp"
#include "data/system/memory.hpp"

namespace milkomeda {

// Resizes an empty column to `rows` rows. The operating system provides the memory in several threads, because that
// takes longer than filling the memory.
template <typename Element>
void make_room(std::vector<Element>& column, std::size_t rows) {
    column.reserve(rows);
    char* const memory = reinterpret_cast<char*>(column.data());
    constexpr std::size_t piece = 1024;  // bytes per index of the parallel loop
    parallel_for(rows * sizeof(Element) / piece, [&](std::size_t begin, std::size_t end) {
        allocate_pages(memory + begin * piece, (end - begin) * piece);
    });
    column.resize(rows);
}

}  // namespace milkomeda
