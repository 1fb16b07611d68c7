// The FMM force sum of several devices is compared with the force sum of one device and with double precision.
#include "compute/fmm/fmm_team.hpp"

#include <doctest/doctest.h>

#include "tests/kernels/fmm_sets.hpp"
#include "tests/kernels/teams.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

const FmmSettings team_settings = fmm_settings(Accuracy::draft);
constexpr double team_softening = 0.05;

class TeamSums {
  public:
    TeamSums(const Devices& devices, const std::vector<Float4>& bodies, const std::vector<double>& shares)
        : places_{places_of(devices)},
          bodies_{bodies},
          positions_{upload(places_[0], bodies)},
          team_{places_, team_settings, bodies.size()} {
        team_.divide(shares);
    }

    std::vector<Float4> operator()(double pairs_per_slice = 1e18, double gravity = 1) {
        team_.begin(positions_, gravity, team_softening);
        while (team_.done() < 1) team_.enqueue_slice(pairs_per_slice);
        if (bodies_.empty()) return {};
        return read_back<Float4>(places_[0].queue, team_.accelerations(), bodies_.size());
    }
    FmmTeam& team() { return team_; }
    const cl::Buffer& positions() const { return positions_; }

  private:
    // If a device occurs twice in the team, each occurrence gets its own context.
    static std::vector<FmmContext> places_of(const Devices& devices) {
        std::vector<FmmContext> places;
        for (const Device& device : devices) {
            const bool vectors = DeviceTraits{device}.wants_vectors;
            FmmContext place = fmm_context(device, vectors ? FmmForm::vectors : FmmForm::lanes, team_settings.orders);
            if (!places.empty()) {
                place.context = cl::Context{handle_of(device)};
                place.queue = cl::CommandQueue{place.context, handle_of(device)};
                place.programs = std::make_shared<std::map<std::string, cl::Program>>();
            }
            places.push_back(place);
        }
        return places;
    }

    std::vector<FmmContext> places_;
    std::vector<Float4> bodies_;
    cl::Buffer positions_;
    FmmTeam team_;
};

std::vector<double> shares_of(const Devices& team, double first) {
    std::vector<double> shares(team.size(), (1 - first) / static_cast<double>(team.size() - 1));
    shares[0] = first;
    return shares;
}

double worst_error(const std::vector<Float4>& bodies, const std::vector<Float4>& found) {
    const std::vector<Field> expected = direct_field(bodies, team_softening, 1, 0, 1, 1000);
    std::vector<double> errors;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto& [x, y, z] = expected[i].acceleration;
        errors.push_back(std::hypot(found[i].x - x, found[i].y - y, found[i].z - z) / std::hypot(x, y, z));
    }
    std::ranges::sort(errors);
    return errors[errors.size() * 99 / 100];
}

bool are_identical_devices(const Devices& team) {
    return std::ranges::all_of(
        team, [&](const Device& device) { return device.name == team[0].name && device.platform == team[0].platform; });
}

}  // namespace

TEST_CASE("a team of identical devices gives the result of its first device bit for bit for any division of the work") {
    on_every_team([](const Devices& team) {
        if (!are_identical_devices(team)) return;
        for (const std::size_t count : {1, 65, 6000}) {
            const std::vector<Float4> bodies = bodies_of("sphere", count);
            const std::vector<Float4> alone = TeamSums{{team[0]}, bodies, {1}}();
            for (const double first : {0.5, 0.03}) {
                CAPTURE(count);
                CAPTURE(first);
                TeamSums sums{team, bodies, shares_of(team, first)};
                CHECK(same_bits(sums(), alone));
            }
        }
    });
}

TEST_CASE("the FMM force sum of a team of different devices is as accurate as the sum of one device") {
    const std::vector<Float4> bodies = bodies_of("sphere", 5000);
    on_every_team([&](const Devices& team) {
        TeamSums sums{team, bodies, shares_of(team, 0.6)};
        // The limit is twice the intended relative error of 0.01, as for a single device (fmm_test.cpp).
        CHECK(worst_error(bodies, sums()) < 0.02);
    });
}

TEST_CASE(
    "an FMM force sum of several devices can be divided into slices, abandoned, and repeated with doubled gravity") {
    const std::vector<Float4> bodies = bodies_of("half coincident", 5000);
    on_every_team([&](const Devices& team) {
        TeamSums sums{team, bodies, shares_of(team, 0.5)};
        const std::vector<Float4> whole = sums();
        CHECK(same_bits(sums(1e4), whole));
        sums.team().begin(sums.positions(), 1, team_softening);
        while (sums.team().done() < 0.5) sums.team().enqueue_slice(1e4);
        CHECK(same_bits(sums(), whole));
        std::vector<Float4> doubled = sums(1e18, 2);
        for (Float4& row : doubled) row = {row.x / 2, row.y / 2, row.z / 2, row.w / 2};
        CHECK(same_bits(doubled, whole));
        for (const Float4& row : sums(1e18, 0)) REQUIRE(row.x == 0);
        CHECK(same_bits(sums(), whole));
        sums.team().forget();
        CHECK(same_bits(sums(), whole));
    });
}

TEST_CASE("if FMM work is divided by measured times, the devices together compute the whole force sum") {
    const std::vector<Float4> bodies = bodies_of("sphere", 4000);
    const Device device = list_devices().at(0);
    if (!works_in_two_contexts(device)) return;
    const Devices team{device, device};
    TeamSums sums{team, bodies, shares_of(team, 1)};
    sums.team().divide_by_time(sums.positions(), team_softening);
    double all = 0;
    for (const double share : sums.team().shares()) {
        CHECK(share >= 0);
        all += share;
    }
    CHECK(all == doctest::Approx(1).epsilon(1e-12).scale(0));
    CHECK(worst_error(bodies, sums()) < 0.02);
}
