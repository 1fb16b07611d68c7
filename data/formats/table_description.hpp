// Description of a table that has been read, for the user.
#pragma once

#include "data/formats/table_layout.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

// Fills the sources, units, notes and unused columns of `file`, after its rows have been read. Removes ids that are
// equal for all bodies, such as the id -1 in files of NBabel.
void describe_table(ParticleFile& file, const TableLayout& layout, const ReadOptions& options);

}  // namespace milkomeda
