#include "render/particles/row_readback.hpp"

#include <algorithm>
#include <utility>

namespace milkomeda {
namespace {

constexpr std::size_t slice_rows = 1 << 18;  // number of rows per slice: 8 MiB of positions and velocities

RowRange clipped(const RowRange& range, std::size_t bodies) {
    const std::size_t first = std::min(range.first, bodies);
    return {first, std::min(range.count, bodies - first)};
}

// Copies the row ranges `ranges` of a column into the buffer bound for writing, from row `to_row` on.
void copy_rows(unsigned column, const std::vector<RowRange>& ranges, std::size_t to_row) {
    glBindBuffer(GL_COPY_READ_BUFFER, column);
    for (const RowRange& range : ranges) {
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(range.first * row_bytes),
                            static_cast<GLintptr>(to_row * row_bytes),
                            static_cast<GLsizeiptr>(range.count * row_bytes));
        to_row += range.count;
    }
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
}

// Appends `count` rows of the buffer bound for reading, from row `from_row` on, to `rows`.
void append_rows(std::vector<glm::vec4>& rows, std::size_t from_row, std::size_t count) {
    const std::size_t done = rows.size();
    rows.resize(done + count);
    glGetBufferSubData(GL_COPY_READ_BUFFER, static_cast<GLintptr>(from_row * row_bytes),
                       static_cast<GLsizeiptr>(count * row_bytes), rows.data() + done);
}

}  // namespace

void RowReadback::ask(const VertexBuffers& buffers, const std::vector<RowRange>& ranges) {
    std::vector<RowRange> inside;
    count_ = 0;
    for (const RowRange& range : ranges) {
        inside.push_back(clipped(range, buffers.bodies));
        count_ += inside.back().count;
    }
    is_requested_ = true;
    rows_ = {};
    if (count_ == 0) return;
    reserve();
    glBindBuffer(GL_COPY_WRITE_BUFFER, copy_.name());
    copy_rows(buffers.positions, inside, 0);
    copy_rows(buffers.velocities, inside, count_);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    // std::vector::reserve() does not write to the memory. Initializing the memory of all rows would take too long for
    // one call of ask().
    rows_.positions.reserve(count_);
    rows_.velocities.reserve(count_);
    copy_slice();
}

void RowReadback::reserve() {
    if (copy_.name() == 0) {
        copy_ = new_buffer();
        slice_ = new_buffer();
    }
    if (capacity_ >= count_) return;
    capacity_ = count_;
    const auto make = [](const GlBuffer& buffer, const char* name, std::size_t rows, GLenum usage) {
        glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.name());
        label(GL_BUFFER, buffer.name(), name);
        glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(2 * rows * row_bytes), nullptr, usage);
    };
    make(copy_, "rows to be read back", capacity_, GL_DYNAMIC_COPY);
    make(slice_, "rows read back", std::min(capacity_, slice_rows), GL_STREAM_READ);
}

// Starts copying the next slice of rows to host-visible memory.
void RowReadback::copy_slice() {
    const std::size_t first = rows_.positions.size(), count = std::min(slice_rows, count_ - first);
    glBindBuffer(GL_COPY_WRITE_BUFFER, slice_.name());
    copy_rows(copy_.name(), {{first, count}, {count_ + first, count}}, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    copied_.start();
}

std::optional<ParticleRows> RowReadback::take(bool waits) {
    if (!is_requested_) return std::nullopt;
    while (rows_.positions.size() < count_) {
        if (!copied_.is_complete(waits)) return std::nullopt;
        const std::size_t count = std::min(slice_rows, count_ - rows_.positions.size());
        glBindBuffer(GL_COPY_READ_BUFFER, slice_.name());
        append_rows(rows_.positions, 0, count);
        append_rows(rows_.velocities, count, count);
        glBindBuffer(GL_COPY_READ_BUFFER, 0);
        if (rows_.positions.size() == count_) break;
        copy_slice();
        if (!waits) return std::nullopt;
    }
    is_requested_ = false;
    return std::exchange(rows_, {});
}

ParticleRows read_rows(const VertexBuffers& buffers, const RowRange& range) {
    RowReadback reader;
    reader.ask(buffers, {range});
    return *reader.take(true);
}

}  // namespace milkomeda
