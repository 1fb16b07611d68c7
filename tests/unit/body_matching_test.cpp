#include "data/series/body_matching.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

using namespace milkomeda;

namespace {

struct Part {
    std::string name;
    std::vector<std::uint32_t> ids;
};

// Returns bodies at x = 10 id + time, which move in the direction x with the velocity 1, with the mass 1 + id.
ParticleSet bodies_with(double time, const std::vector<Part>& parts) {
    ParticleSet particles;
    particles.time = time;
    for (const auto& [name, ids] : parts) {
        double mass = 0;
        for (const std::uint32_t id : ids) {
            particles.positions.push_back(
                {10.0f * static_cast<float>(id) + static_cast<float>(time), 0, 0, 1.0f + static_cast<float>(id)});
            particles.velocities.push_back({1, 0, 0, 0});
            particles.ids.push_back(id);
            mass += 1 + id;
        }
        particles.components.push_back({name, "", particles.ids.size() - ids.size(), ids.size(), mass});
    }
    return particles;
}

std::shared_ptr<const ParticleSet> shared(ParticleSet particles) {
    return std::make_shared<const ParticleSet>(std::move(particles));
}

// Checks that every body is at x = 10 id + time.
void check_places(const ParticleSet& particles) {
    for (std::size_t row = 0; row < particles.size(); ++row)
        CHECK(particles.positions[row].x ==
              10.0f * static_cast<float>(particles.ids[row]) + static_cast<float>(particles.time));
}

}  // namespace

TEST_CASE("rows are found by ids of any size") {
    std::vector<std::uint32_t> ids{0, 7, 0xffffffff, 0x80000000, 1u << 16};
    for (int i = 0; i < 1000; ++i) ids.push_back(1000 + static_cast<std::uint32_t>(i) * 64);
    const RowsById rows{ids};
    CHECK(rows.are_unique());
    for (std::size_t row = 0; row < ids.size(); ++row) CHECK(rows.row_of(ids[row]) == row);
    CHECK(rows.row_of(8) == RowsById::none);
    const std::vector<std::uint32_t> repeated{5, 4, 5};
    CHECK_FALSE(RowsById{repeated}.are_unique());
    CHECK(RowsById{repeated}.row_of(5) == 0);
    CHECK(RowsById{std::span<const std::uint32_t>{}}.row_of(0) == RowsById::none);
}

TEST_CASE("a snapshot with shuffled rows gets the order of the first snapshot") {
    const ParticleSet first = bodies_with(0, {{"gas", {4, 2, 9}}, {"star", {7, 1}}});
    ParticleSet later = bodies_with(1, {{"star", {1, 7}}, {"gas", {9, 4, 2}}});
    const SnapshotMatch match = arrange(later, first, RowsById{first.ids});
    CHECK(match.are_same);
    CHECK(match.added + match.missing == 0);
    CHECK(later.ids == first.ids);
    check_places(later);
    CHECK(later.components[0].name == "gas");
}

TEST_CASE("bodies that appear and disappear are counted, and the other bodies keep their order") {
    const ParticleSet first = bodies_with(0, {{"disk", {4, 2, 9, 7, 1}}});
    ParticleSet later = bodies_with(1, {{"disk", {1, 11, 9, 4, 2}}, {"star", {12}}});
    const SnapshotMatch match = arrange(later, first, RowsById{first.ids});
    CHECK_FALSE(match.are_same);
    CHECK(match.added == 2);
    CHECK(match.missing == 1);
    check_places(later);
    std::vector<std::uint32_t> known = later.ids;
    std::erase_if(known, [](std::uint32_t id) { return id > 10; });
    CHECK(known == std::vector<std::uint32_t>{4, 2, 9, 1});
    CHECK(later.components[1].first == 5);
    CHECK(later.ids[5] == 12);
}

TEST_CASE("a body that changes its component has its row in the new component") {
    const ParticleSet first = bodies_with(0, {{"gas", {4, 2, 9}}, {"star", {7, 1}}});
    ParticleSet later = bodies_with(1, {{"gas", {9, 4, 1}}, {"star", {2, 7}}});
    const SnapshotMatch match = arrange(later, first, RowsById{first.ids});
    CHECK_FALSE(match.are_same);
    CHECK(match.added + match.missing == 0);
    CHECK(std::vector(later.ids.begin() + 3, later.ids.end()) == std::vector<std::uint32_t>{7, 2});
    check_places(later);
    // Between the snapshots, the body is in its former component.
    const auto before = shared(first), after = shared(later);
    const SnapshotPair pair = common_bodies(before, after, RowsById{after->ids});
    CHECK(pair.before == before);
    CHECK(pair.after->ids == first.ids);
    check_places(*pair.after);
}

TEST_CASE("new bodies are spread over their component, so that its first rows are a fair sample") {
    std::vector<std::uint32_t> old(1000), all(1500);
    std::iota(old.begin(), old.end(), 0u);
    std::iota(all.begin(), all.end(), 0u);
    const ParticleSet first = bodies_with(0, {{"disk", old}});
    ParticleSet later = bodies_with(1, {{"disk", all}});
    arrange(later, first, RowsById{first.ids});
    const auto is_new = [](std::uint32_t id) { return id >= 1000; };
    const auto in_first_half = std::count_if(later.ids.begin(), later.ids.begin() + 750, is_new);
    CHECK(in_first_half > 200);  // expected: 250 with a standard deviation of at most 13
    CHECK(in_first_half < 300);
}

TEST_CASE("only bodies of both snapshots are interpolated, in the components of the earlier snapshot") {
    const auto before = shared(bodies_with(0, {{"gas", {4, 2}}, {"star", {7, 1}}, {"hole", {3}}}));
    const auto after = shared(bodies_with(1, {{"star", {1, 12, 7}}, {"gas", {2}}}));
    const SnapshotPair pair = common_bodies(before, after, RowsById{after->ids});
    CHECK(pair.before->ids == std::vector<std::uint32_t>{2, 7, 1});
    CHECK(pair.after->ids == pair.before->ids);
    check_places(*pair.before);
    check_places(*pair.after);
    REQUIRE(pair.before->components.size() == 2);
    CHECK(pair.before->components[0].count == 1);
    CHECK(pair.before->components[0].mass == 3);
    CHECK(pair.before->components[1].name == "star");
    CHECK(pair.before->components[1].first == 1);
    CHECK(pair.before->components[1].mass == 10);
    const auto other = shared(bodies_with(1, {{"gas", {20}}}));
    CHECK_FALSE(common_bodies(before, other, RowsById{other->ids}).before);
}
