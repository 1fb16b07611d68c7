// The complete fast multipole method, in each kernel form on every OpenCL device, is compared with direct sums in
// double precision.
#include "compute/fmm/fmm.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "compute/gravity/fmm_solver.hpp"
#include "tests/kernels/fmm_sets.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

class FmmSums {
  public:
    FmmSums(const Device& device, FmmForm form, const FmmSettings& settings, const std::vector<Float4>& bodies)
        : FmmSums{fmm_context(device, form, settings.orders), settings, bodies} {}
    FmmSums(const FmmContext& place, const FmmSettings& settings, const std::vector<Float4>& bodies)
        : place_{place}, bodies_{bodies}, positions_{upload(place_, bodies)}, fmm_{place_, settings, bodies.size()} {}

    std::vector<Float4> operator()(double softening, double pairs_per_slice = 1e18, double gravity = 1) {
        fmm_.begin(positions_, gravity, softening);
        double last = -1;
        while (fmm_.done() < 1) {
            CHECK(fmm_.done() >= last);
            last = fmm_.done();
            fmm_.enqueue_slice(pairs_per_slice);
        }
        if (bodies_.empty()) return {};
        return read_back<Float4>(place_.queue, fmm_.accelerations(), bodies_.size());
    }

    Fmm& fmm() { return fmm_; }

  private:
    FmmContext place_;
    std::vector<Float4> bodies_;
    cl::Buffer positions_;
    Fmm fmm_;
};

struct FmmErrors {
    double rms = 0, p50 = 0, p99 = 0, potential = 0;
    bool finite = true;
};

// Returns statistics of the force errors |da|/|a| over the first 1000 bodies, which are not ordered by position. If |a|
// is 0, the force error is |da|.
FmmErrors fmm_errors(const std::vector<Float4>& bodies, const std::vector<Float4>& found, double softening) {
    const std::vector<Field> expected = direct_field(bodies, softening, 1, 0, 1, 1000);
    FmmErrors result;
    std::vector<double> all;
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto& [ax, ay, az] = expected[i].acceleration;
        const double a = std::hypot(ax, ay, az), da = std::hypot(found[i].x - ax, found[i].y - ay, found[i].z - az);
        all.push_back(a > 0 ? da / a : da);
        result.rms += all.back() * all.back();
        difference += std::pow(found[i].w - expected[i].potential, 2);
        size += std::pow(expected[i].potential, 2);
    }
    for (const Float4& a : found) result.finite = result.finite && std::isfinite(a.x + a.y + a.z) && std::isfinite(a.w);
    std::ranges::sort(all);
    result.rms = std::sqrt(result.rms / static_cast<double>(all.size()));
    result.p50 = all[all.size() / 2];
    result.p99 = all[all.size() * 99 / 100];
    result.potential = size > 0 ? std::sqrt(difference / size) : std::sqrt(difference);
    return result;
}

constexpr double plummer_softening = 0.05;

}  // namespace

TEST_CASE("the force errors of the fast multipole method are within a factor of two of the requested accuracy") {
    // The factor of two is necessary because the tolerances were chosen with galaxies. In the dense center of a Plummer
    // sphere, errors are larger.
    const std::vector<Float4> bodies = bodies_of("sphere", 8000);
    on_every_form([&](const Device& device, FmmForm form) {
        for (const Accuracy accuracy : {Accuracy::draft, Accuracy::standard, Accuracy::fine}) {
            // Finer accuracies are tested only on the first driver with its preferred kernel form, because every driver
            // compiles some thousand lines for each accuracy.
            const bool in_its_form = DeviceTraits{device}.wants_vectors == (form == FmmForm::vectors);
            if (accuracy != Accuracy::draft && (device.index != 0 || !in_its_form)) continue;
            CAPTURE(names<Accuracy>[static_cast<std::size_t>(accuracy)]);
            const double aimed = std::pow(10.0, -2 - static_cast<int>(accuracy));
            FmmSums sums{device, form, fmm_settings(accuracy), bodies};
            const FmmErrors found = fmm_errors(bodies, sums(plummer_softening), plummer_softening);
            CHECK(found.p99 < 2 * aimed);
            CHECK(found.p99 > 0.02 * aimed);  // A much smaller error would mean unnecessary work.
            CHECK(found.potential < 0.02 * aimed);
        }
    });
}

TEST_CASE("the force errors of the fast multipole method fall with smaller tolerance and with higher orders") {
    const std::vector<Float4> bodies = bodies_of("sphere", 4000);
    on_first_device_in_every_form([&](const Device& device, FmmForm form) {
        const auto rms = [&](const FmmSettings& settings) {
            FmmSums sums{device, form, settings, bodies};
            return fmm_errors(bodies, sums(plummer_softening), plummer_softening).rms;
        };
        const double loose = rms({{5, 4}, 1e-2f}), middle = rms({{5, 4}, 1e-3f}), tight = rms({{5, 4}, 1e-4f});
        CHECK(middle < loose);
        CHECK(tight < middle);
        // With this large tolerance, only the sizes of cells decide which cells are split. The error therefore depends
        // only on the expansion orders.
        const auto rms_by_size = [&](const ExpansionOrders& orders) {
            FmmSums sums{device, form, {orders, 1e30f}, bodies};
            return fmm_errors(bodies, sums(plummer_softening), plummer_softening).rms;
        };
        const double low = rms_by_size({5, 4}), medium = rms_by_size({6, 5}), high = rms_by_size({7, 6});
        CHECK(low > medium);
        CHECK(medium > high);
    });
}

TEST_CASE("the fast multipole method is accurate for any number of bodies, even if a leaf is not full") {
    on_every_form([](const Device& device, FmmForm form) {
        for (const std::size_t count : {0, 1, 2, 3, 31, 32, 33, 64, 65, 129, 700}) {
            CAPTURE(count);
            const std::vector<Float4> bodies = bodies_of("sphere", count);
            FmmSums sums{device, form, fmm_settings(Accuracy::draft), bodies};
            const std::vector<Float4> found = sums(plummer_softening);
            if (count == 0) continue;
            const FmmErrors error = fmm_errors(bodies, found, plummer_softening);
            CHECK(error.finite);
            CHECK(error.rms < 2e-2);  // twice the error that the accuracy "draft" promises for 99 % of the forces
        }
    });
}

TEST_CASE("the fast multipole method gives finite and accurate forces for difficult sets of bodies") {
    on_every_form([](const Device& device, FmmForm form) {
        for (const char* kind : {"coincident", "half coincident", "two clumps", "outlier 1e3", "outlier 1e6", "line",
                                 "plane", "lattice", "mass ratio", "half massless", "massless", "offset"})
            for (const double eps : {0.05, 0.0, 10.0}) {
                // To save time, the softening of 10 is tested only on drivers that need explicit vectors.
                if (eps > 1 && !DeviceTraits{device}.wants_vectors) continue;
                CAPTURE(kind);
                CAPTURE(eps);
                const std::vector<Float4> bodies = bodies_of(kind, 3000);
                FmmSums sums{device, form, fmm_settings(Accuracy::draft), bodies};
                const FmmErrors error = fmm_errors(bodies, sums(eps), eps);
                CHECK(error.finite);
                CHECK(error.p50 < 0.01);  // the 99th percentile that is intended for ordinary sets
                CHECK(error.p99 < 0.1);
            }
    });
}

TEST_CASE("difficult sets of bodies have at most five times as many unresolved pairs of cells as a sphere") {
    const Device device = list_devices().at(0);  // The pair lists are identical on all devices.
    const auto opened = [&](const char* kind) {
        const std::vector<Float4> bodies = bodies_of(kind, 20000);
        const FmmForm form = DeviceTraits{device}.wants_vectors ? FmmForm::vectors : FmmForm::lanes;
        FmmSums sums{device, form, fmm_settings(Accuracy::draft), bodies};
        sums(plummer_softening);
        const FmmCounts counts = sums.fmm().counts();
        return std::accumulate(counts.unresolved_pairs.begin(), counts.unresolved_pairs.end(), std::size_t{0});
    };
    const std::size_t usual = opened("sphere");
    for (const char* kind : {"coincident", "half coincident", "two clumps", "outlier 1e3", "outlier 1e6", "line",
                             "plane", "lattice", "mass ratio", "half massless", "massless", "offset"}) {
        CAPTURE(kind);
        CAPTURE(usual);
        // A difficult set may have at most five times as many unresolved pairs of cells as a sphere.
        CHECK(opened(kind) < 5 * usual);
    }
}

// This test is small enough for the simulator that finds data races (tests/kernels/oclgrind).
TEST_CASE("the force sum of two hundred bodies by the fast multipole method has the intended accuracy") {
    const std::vector<Float4> bodies = bodies_of("sphere", 200);
    on_every_form([&](const Device& device, FmmForm form) {
        FmmSums sums{device, form, fmm_settings(Accuracy::draft), bodies};
        const FmmErrors error = fmm_errors(bodies, sums(plummer_softening), plummer_softening);
        CHECK(error.p99 < 0.02);
    });
}

TEST_CASE("the fast multipole method conserves momentum") {
    const std::vector<Float4> bodies = bodies_of("sphere", 8000);
    on_every_form([&](const Device& device, FmmForm form) {
        FmmSums sums{device, form, fmm_settings(Accuracy::draft), bodies};
        const std::vector<Float4> found = sums(plummer_softening);
        double x = 0, y = 0, z = 0, all = 0;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const double mass = bodies[i].w;
            x += mass * found[i].x, y += mass * found[i].y, z += mass * found[i].z;
            all += mass * std::hypot(found[i].x, found[i].y, found[i].z);
        }
        // The limit is the rounding error of single-precision sums over 8,000 bodies.
        CHECK(std::hypot(x, y, z) < 1e-7 * all);
    });
}

TEST_CASE("a fast multipole sum is identical bit for bit in every run and for slices of any size") {
    const std::vector<Float4> bodies = bodies_of("sphere", 5000);
    on_every_form([&](const Device& device, FmmForm form) {
        FmmSums whole{device, form, fmm_settings(Accuracy::draft), bodies};
        FmmSums sliced{device, form, fmm_settings(Accuracy::draft), bodies};
        CHECK(same_bits(whole(plummer_softening), sliced(plummer_softening, 1)));
        CHECK(same_bits(whole(plummer_softening), sliced(plummer_softening, 3e5)));
        sliced.fmm().begin(cl::Buffer{}, 1, plummer_softening);  // This force sum is never finished.
        CHECK(same_bits(whole(plummer_softening), sliced(plummer_softening)));
        whole.fmm().forget();
        FmmSums fresh{device, form, fmm_settings(Accuracy::draft), bodies};
        CHECK(same_bits(whole(plummer_softening), fresh(plummer_softening)));
    });
}

TEST_CASE("a tree or an interaction list that is too small is enlarged without losing entries") {
    // This number of bodies needs a tree level above the leaves.
    const std::vector<Float4> bodies = bodies_of("sphere", 17000);
    on_first_device_in_every_form([&](const Device& device, FmmForm form) {
        FmmSums ample{device, form, fmm_settings(Accuracy::draft), bodies};
        FmmSums shrunk{device, form, fmm_settings(Accuracy::draft), bodies};
        ample(plummer_softening);
        shrunk(plummer_softening);
        const FmmCapacities capacities = shrunk.fmm().capacities();
        for (std::size_t level = 1; level < capacities.nodes.size(); ++level)
            for (const auto list : {&FmmCapacities::nodes, &FmmCapacities::pairs}) {
                CAPTURE(level);
                CAPTURE(list == &FmmCapacities::nodes);
                FmmCapacities smaller = capacities;
                (smaller.*list)[level] = 7;
                smaller.more_far = smaller.more_near = 0;  // On CPUs, these two lists are always empty.
                shrunk.fmm().set_capacities(smaller);
                const std::size_t repeated_before = shrunk.fmm().counts().redone;
                CHECK(same_bits(ample(plummer_softening), shrunk(plummer_softening)));
                CHECK(shrunk.fmm().counts().redone > repeated_before);
            }
    });
}

TEST_CASE("splitting interaction lists into parts changes the fast multipole sum only by rounding") {
    const std::vector<Float4> bodies = bodies_of("sphere", 8000);
    on_every_device([&](const Device& device) {
        const FmmSettings settings = fmm_settings(Accuracy::draft);
        FmmSums whole{device, FmmForm::lanes, settings, bodies};
        FmmContext place = fmm_context(device, FmmForm::lanes, settings.orders);
        place.far_piece = 3;
        place.near_piece = 2;
        FmmSums in_parts{place, settings, bodies};
        const std::vector<Float4> expected = whole(plummer_softening), found = in_parts(plummer_softening);
        CHECK(in_parts.fmm().capacities().more_far > 100);
        CHECK(in_parts.fmm().capacities().more_near > 100);
        // The tolerance allows rounding errors of single-precision terms that are added in a different order.
        for (std::size_t i = 0; i < bodies.size(); ++i)
            REQUIRE(std::hypot(found[i].x - expected[i].x, found[i].y - expected[i].y, found[i].z - expected[i].z) <
                    1e-4 * (0.1 + std::hypot(expected[i].x, expected[i].y, expected[i].z)));
    });
}

TEST_CASE("tripling gravity triples fast multipole forces exactly") {
    const std::vector<Float4> bodies = bodies_of("sphere", 1000);
    on_every_form([&](const Device& device, FmmForm form) {
        FmmSums single{device, form, fmm_settings(Accuracy::draft), bodies};
        FmmSums tripled{device, form, fmm_settings(Accuracy::draft), bodies};
        std::vector<Float4> expected = single(plummer_softening);
        for (Float4& a : expected) a = {3 * a.x, 3 * a.y, 3 * a.z, 3 * a.w};
        CHECK(same_bits(expected, tripled(plummer_softening, 1e18, 3)));
    });
}

TEST_CASE("the fast multipole solver uses the requested accuracy and reports its expansion orders") {
    const std::vector<Float4> bodies = bodies_of("sphere", 500);
    on_every_device([&](const Device& device) {
        const FmmContext place = fmm_context(device, FmmForm::lanes, {});
        const auto solver = make_fmm_solver({{place.context, device, place.queue, built_in_kernels()}, bodies.size()});
        const cl::Buffer positions = upload(place, bodies);
        ForceSpec force{1, plummer_softening};
        force.accuracy = Accuracy::draft;
        solver->begin(positions, force);
        CHECK(solver->description() == "fmm, orders 5/4");
        force.accuracy = Accuracy::fine;
        force.fraction_denominator = 2;
        solver->begin(positions, force);
        CHECK(solver->description() ==
              "fmm, orders 7/6; the fraction is ignored, because only the direct sum supports fractions");
    });
}
