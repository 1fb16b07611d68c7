#include "data/particles/cosmology.hpp"

#include <fmt/format.h>
#include <cmath>

#include "data/base/units.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

bool is_scale_factor(double number) { return number > 0 && number < 1e3; }

bool almost_equal(double a, double b) {
    constexpr double rounding = 1e-3;
    return std::abs(a - b) < rounding * b;
}

}  // namespace

Epoch epoch_of(const CosmologyFields& fields) {
    const auto epoch = [&](double scale_factor, bool time_is_scale_factor, const char* rule) {
        return Epoch{scale_factor, true, time_is_scale_factor && !fields.time_is_a_time, rule};
    };
    if (!fields.comoving.value_or(true)) return {};
    const double time = fields.time.value_or(0), redshift = fields.redshift.value_or(0);
    const bool has_redshift = std::isfinite(redshift) && redshift > -1;
    if (const double a = fields.scale_factor.value_or(0);
        is_scale_factor(a) && (fields.comoving || a != 1 || redshift != 0))
        return epoch(a, almost_equal(time, a), "the file states the scale factor");
    if (fields.comoving && !fields.time_is_a_time && is_scale_factor(time))
        return epoch(time, true, "the time is the scale factor, because the file states comoving coordinates");
    if (!fields.time_is_a_time && has_redshift && is_scale_factor(time) && almost_equal(time * (1 + redshift), 1) &&
        (redshift != 0 || fields.omega_matter.value_or(0) > 0))
        return epoch(time, true, "the time is the scale factor, because it is 1 / (1 + redshift)");
    if (has_redshift && redshift > 0) return epoch(1 / (1 + redshift), false, "the scale factor is 1 / (1 + redshift)");
    return {};
}

std::optional<double> age_of_universe(double scale_factor, const CosmologyFields& fields) {
    const double h = fields.h.value_or(0), matter = fields.omega_matter.value_or(0);
    if (!(h > 0) || !(matter > 0) || !is_scale_factor(scale_factor)) return std::nullopt;
    const double radiation = fields.omega_radiation.value_or(0);
    const double lambda = fields.omega_lambda.value_or(1 - matter - radiation);
    const double curvature = 1 - matter - lambda - radiation;
    // The age is the integral of da / (a E(a)) divided by the Hubble constant. With a = s^2, the integrand is smooth.
    const auto integrand = [&](double s) {
        const double a = s * s;
        return s == 0 ? 0 : 2 * a / std::sqrt(matter + curvature * a + lambda * a * a * a + radiation / a);
    };
    constexpr int intervals = 1024;  // Simpson's rule
    const double width = std::sqrt(scale_factor) / intervals;
    double sum = integrand(std::sqrt(scale_factor));
    for (int i = 1; i < intervals; ++i) sum += (i % 2 == 1 ? 4 : 2) * integrand(i * width);
    // inverse of 100 km/s/Mpc, which is 10 kpc/(km/s)
    constexpr double hubble_time = 10 * km_s_per_velocity / kpc_per_length;
    const double age = hubble_time / h * sum * width / 3;
    return std::isfinite(age) && age > 0 ? std::optional{age} : std::nullopt;
}

void note_cosmology(ParticleFile& file, const Epoch& epoch, const std::optional<double>& age) {
    if (!epoch.is_cosmological) return;
    const std::string a = short_number(epoch.scale_factor);
    if (constexpr double rounding = 1e-9; std::abs(epoch.scale_factor - 1) > rounding)
        file.notes.push_back(
            fmt::format("the snapshot is cosmological, with the scale factor {} ({}); the program "
                        "converts comoving positions to physical positions, and velocities to "
                        "peculiar velocities",
                        a, epoch.rule));
    if (!epoch.time_is_scale_factor) return;
    file.notes.push_back(
        age ? fmt::format("the stored time, {}, is a cosmological scale factor; the program uses the age of the "
                          "universe, {} Myr, as time",
                          a, short_number(*age * myr_per_time))
            : fmt::format("the stored time, {}, is a cosmological scale factor; the program uses it as time", a));
}

}  // namespace milkomeda
