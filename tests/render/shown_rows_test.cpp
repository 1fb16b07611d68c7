// Positions and velocities read back from the GPU: the time to which they belong, the frame in which they arrive, and
// their extrapolation to the displayed time.
#include "app/scene/particle_readback.hpp"

#include <doctest/doctest.h>

using namespace milkomeda;

namespace {

// Positions and velocities in vertex buffers. Body i starts at (i, 0, 0) and moves upward with speed 2.
struct Columns {
    explicit Columns(std::size_t bodies) : velocities(bodies, {0, 2, 0, 0}) {
        for (std::size_t i = 0; i < bodies; ++i) positions.push_back({static_cast<float>(i), 0, 0, 1});
        upload();
    }
    void upload() {
        for (const auto& [buffer, column] : {std::pair{&gl_positions, &positions}, {&gl_velocities, &velocities}}) {
            glBindBuffer(GL_ARRAY_BUFFER, buffer->name());
            glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(column->size() * sizeof(Float4)), column->data(),
                         GL_STREAM_DRAW);
            glBindBuffer(GL_ARRAY_BUFFER, 0);
        }
    }
    void move_to_height(float height) {
        for (Float4& position : positions) position.y = height;
        upload();
    }
    VertexBuffers buffers() const { return {gl_positions.name(), gl_velocities.name(), positions.size()}; }
    std::shared_ptr<const ParticleSet> particles() const {
        ParticleSet all;
        all.positions = positions, all.velocities = velocities;
        return std::make_shared<const ParticleSet>(all);
    }

    std::vector<Float4> positions, velocities;
    GlBuffer gl_positions = new_buffer(), gl_velocities = new_buffer();
};

Moment at(double time) { return {.time = time, .rows_time = time, .positions = {}, .velocities = {}}; }

// Simulates one frame: displays the moment, requests the bodies of `range`, and waits for the copies to finish.
ParticleRows frame(ParticleReadback& shown, const Moment& moment, const RowRange& range) {
    shown.show(moment);
    ParticleRows rows = shown.rows(range);
    shown.read();
    glFinish();
    return rows;
}

}  // namespace

TEST_CASE("a readback returns the requested ranges of bodies in order, with the values at the time of the request") {
    Columns columns{10};
    RowReadback reader;
    reader.ask(columns.buffers(), {{7, 2}, {1, 1}, {9, 5}, {20, 1}});
    columns.move_to_height(5);
    const ParticleRows rows = *reader.take(true);
    CHECK(rows.positions == std::vector<glm::vec4>{{7, 0, 0, 1}, {8, 0, 0, 1}, {1, 0, 0, 1}, {9, 0, 0, 1}});
    CHECK(rows.velocities == std::vector<glm::vec4>(4, {0, 2, 0, 0}));
    CHECK_FALSE(reader.under_way());
}

TEST_CASE("a new readback request replaces a pending request, for any number of bodies") {
    Columns columns{300'000};
    RowReadback reader;
    reader.ask(columns.buffers(), {{0, 3}});
    for (const auto& [first, count] :
         std::vector<std::pair<std::size_t, std::size_t>>{{1, 300'000}, {5, 2}, {0, 270'000}}) {
        reader.ask(columns.buffers(), {{first, count}});
        const ParticleRows rows = *reader.take(true);
        REQUIRE(rows.positions.size() == std::min(count, 300'000 - first));
        CHECK(rows.positions.front().x == static_cast<float>(first));
        CHECK(rows.positions.back().x == static_cast<float>(first + rows.positions.size() - 1));
        CHECK(rows.velocities.back().y == 2);
    }
}

TEST_CASE("a readback of many bodies, divided into several copies, loses no body") {
    constexpr std::size_t bodies = 600'000;
    const Columns columns{bodies};
    RowReadback reader;
    reader.ask(columns.buffers(), {{0, bodies}});
    glFinish();
    int calls = 1;
    std::optional<ParticleRows> rows;
    while (!(rows = reader.take(false))) ++calls;
    CHECK(calls > 1);
    REQUIRE(rows->positions.size() == bodies);
    REQUIRE(rows->velocities.size() == bodies);
    bool right = true;
    for (std::size_t i = 0; i < bodies; ++i)
        right &= rows->positions[i].x == static_cast<float>(i) && rows->velocities[i].y == 2;
    CHECK(right);
}

TEST_CASE("initial positions are available at once, and positions read later are extrapolated by their velocities") {
    Columns columns{10};
    ParticleReadback shown{columns.buffers(), columns.particles()};
    CHECK(frame(shown, at(0), {3, 1}).positions == std::vector<glm::vec4>{{3, 0, 0, 1}});
    columns.move_to_height(50);  // a jump that the velocities do not predict
    CHECK(frame(shown, at(0.125), {3, 1}).positions == std::vector<glm::vec4>{{3, 0.25f, 0, 1}});
    CHECK(frame(shown, at(0.25), {3, 1}).positions == std::vector<glm::vec4>{{3, 50.25f, 0, 1}});
    // A range of bodies that is requested for the first time arrives only in the next frame.
    CHECK(frame(shown, at(0.25), {4, 1}).positions.empty());
    CHECK(frame(shown, at(0.25), {4, 1}).positions == std::vector<glm::vec4>{{4, 50, 0, 1}});
}

TEST_CASE("after a jump in time, positions are unknown until the next readback, except at the initial time") {
    Columns columns{10};
    ParticleReadback shown{columns.buffers(), columns.particles()};
    shown.show(at(10));
    CHECK(frame(shown, at(10), {3, 1}).positions.empty());
    CHECK(frame(shown, at(10), {3, 1}).positions.size() == 1);
    CHECK(frame(shown, at(20), {3, 1}).positions.empty());
    CHECK(frame(shown, at(20), {3, 1}).positions.size() == 1);
    CHECK(frame(shown, at(19.5), {3, 1}).positions.empty());
    CHECK(frame(shown, at(0), {3, 1}).positions == std::vector<glm::vec4>{{3, 0, 0, 1}});
}

TEST_CASE("with waiting enabled, a readback returns the positions of the displayed moment at once") {
    Columns columns{10};
    ParticleReadback shown{columns.buffers(), columns.particles()};
    shown.waits = true;
    columns.move_to_height(50);
    shown.show({.time = 7.5, .rows_time = 7, .time_offset = 0.5, .positions = {}, .velocities = {}});
    CHECK(shown.rows({3, 1}).positions == std::vector<glm::vec4>{{3, 51, 0, 1}});
    std::future<ParticleRows> all = shown.all_rows();
    REQUIRE(is_ready(all));
    CHECK(all.get().positions[9] == glm::vec4{9, 50, 0, 1});
}

TEST_CASE("a readback of all bodies arrives in a later frame, with the values at the time of the request") {
    Columns columns{10};
    ParticleReadback shown{columns.buffers(), columns.particles()};
    std::future<ParticleRows> all = shown.all_rows();
    CHECK_FALSE(is_ready(all));
    columns.move_to_height(50);
    glFinish();
    shown.show(at(0.1));
    REQUIRE(is_ready(all));
    CHECK(all.get().positions[9] == glm::vec4{9, 0, 0, 1});
}
