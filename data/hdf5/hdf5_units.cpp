#include "data/hdf5/hdf5_units.hpp"

#include <fmt/format.h>
#include <array>
#include <cmath>
#include <utility>

#include "data/base/units.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

bool is_unit(double unit) { return std::isnormal(unit) && unit > 0; }

// member of UnitSystem for each dimension
constexpr std::array unit_of_dimension{&UnitSystem::length_cm, &UnitSystem::mass_g, &UnitSystem::velocity_cm_per_s};

double part_of(const UnitSystem& units, Dimension dimension) {
    const double length = units.length_cm, velocity = units.velocity_cm_per_s;
    if (dimension == Dimension::energy) return velocity * velocity;
    if (dimension == Dimension::density) return units.mass_g / (length * length * length);
    return units.*unit_of_dimension[static_cast<std::size_t>(dimension)];
}

// Returns the dimension whose unit decides the unit of `dimension`, for the rule that gave the unit.
std::size_t base_of(Dimension dimension) {
    if (dimension == Dimension::energy) return static_cast<std::size_t>(Dimension::velocity);
    if (dimension == Dimension::density) return static_cast<std::size_t>(Dimension::mass);
    return static_cast<std::size_t>(dimension);
}

std::string unit_text(Dimension dimension, double cgs) {
    if (dimension == Dimension::energy) return "(" + velocity_unit_text(std::sqrt(cgs)) + ")^2";
    if (dimension == Dimension::density) return short_number(cgs) + " g/cm^3";
    return dimension == Dimension::length ? length_unit_text(cgs)
           : dimension == Dimension::mass ? mass_unit_text(cgs)
                                          : velocity_unit_text(cgs);
}

// Returns unit * base^exponent. For the exponents 1 and -1, the result is rounded only once.
double times_power(double unit, double base, double exponent) {
    if (base == 1 || exponent == 0) return unit;
    return exponent == 1 ? unit * base : exponent == -1 ? unit / base : unit * std::pow(base, exponent);
}

// Units in the header, and the names of their attributes.
struct HeaderUnits {
    UnitSystem units;
    std::array<std::string, 3> names;
};

// Reads three units from the header. Without a unit of velocity, a unit of time gives the unit of velocity.
std::optional<HeaderUnits> header_units(const Hdf5Fields& fields, Aliases length, Aliases mass, Aliases velocity,
                                        Aliases time) {
    const std::array found{fields.find(length), fields.find(mass),
                           fields.find(fields.find(velocity) ? velocity : time)};
    HeaderUnits header{};
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!found[i] || !is_unit(found[i]->numbers.front())) return std::nullopt;
        header.units.*unit_of_dimension[i] = found[i]->numbers.front();
        header.names[i] = "the attribute " + found[i]->name;
    }
    if (!fields.find(velocity)) header.units.velocity_cm_per_s = header.units.length_cm / found[2]->numbers.front();
    return is_unit(header.units.velocity_cm_per_s) ? std::optional{header} : std::nullopt;
}

// Returns the exponent of a symbol in a formula such as "a^-2 U_L^2 U_t^-2  [ cm^2 s^-2 ]".
double exponent_in(const std::string& formula, const std::string& symbol) {
    for (const std::string& part : split(formula.substr(0, formula.find('[')), ' ')) {
        if (part == symbol) return 1;
        if (part.starts_with(symbol + '^')) return number_from<double>(part.substr(symbol.size() + 1)).value_or(0);
    }
    return 0;
}

// Unit that the attributes of a data set state; empty members are not stated.
struct StatedUnit {
    std::optional<double> cgs, a_exponent, h_exponent;
};

StatedUnit stated_unit(const Hdf5Handle& data) {
    if (!data) return {};
    Hdf5Fields fields;
    fields.add(data, "");
    StatedUnit stated{fields.number(hdf5::cgs_factor), fields.number(hdf5::scale_exponent),
                      fields.number(hdf5::hubble_exponent)};
    if (const Hdf5Fields::Field* const formula = fields.find(hdf5::cgs_expression, true);
        formula && !stated.a_exponent) {
        const std::string text = text_attribute(data, formula->name.substr(1).c_str());
        if (!text.empty()) stated.a_exponent = exponent_in(text, "a"), stated.h_exponent = exponent_in(text, "h");
    }
    if (const auto physical = fields.number(hdf5::physical_cgs_factor); physical && !stated.cgs)
        stated = {physical, 0, 0};
    if (fields.number(hdf5::is_physical).value_or(0) != 0) stated.a_exponent = 0;
    if (!is_unit(stated.cgs.value_or(0))) stated.cgs.reset();
    const auto is_exponent = [](double exponent) { return std::abs(exponent) < 10; };
    if (!is_exponent(stated.a_exponent.value_or(0))) stated.a_exponent.reset();
    if (!is_exponent(stated.h_exponent.value_or(0))) stated.h_exponent.reset();
    return stated;
}

CosmologyFields cosmology_in(const Hdf5Fields& fields, bool is_swift) {
    CosmologyFields found{fields.number(hdf5::time), fields.number(hdf5::scale_factor), fields.number(hdf5::redshift)};
    if (const auto comoving = fields.number(hdf5::comoving)) found.comoving = *comoving != 0;
    found.time_is_a_time = is_swift;
    if (const auto h = fields.number(hdf5::hubble); h && *h > 0.1 && *h < 10) found.h = h;
    found.omega_matter = fields.number(hdf5::omega_matter);
    found.omega_lambda = fields.number(hdf5::omega_lambda);
    found.omega_radiation = fields.number(hdf5::omega_radiation);
    return found;
}

std::string power_text(const char* symbol, double exponent) {
    if (exponent == 0) return "";
    return exponent == 1 ? std::string(" ") + symbol : fmt::format(" {}^{}", symbol, short_number(exponent));
}

}  // namespace

Hdf5Units::Hdf5Units(const Hdf5Fields& fields, const ReadOptions& options) : options_(options) {
    const auto gadget = header_units(fields, hdf5::length_unit, hdf5::mass_unit, hdf5::velocity_unit, hdf5::time_unit);
    const auto swift = header_units(fields, hdf5::swift_length_unit, hdf5::swift_mass_unit, {}, hdf5::swift_time_unit);
    by_gadget_ = options.units == UnitChoice::gadget || gadget || !swift;
    cosmology_ = cosmology_in(fields, swift && !gadget);
    epoch_ = epoch_of(cosmology_);
    h_ = cosmology_.h.value_or(1);
    if (const Hdf5Fields::Field* const time = fields.find(hdf5::time)) time_name_ = time->name;
    base_ = gadget_units(1);
    if (options.units != UnitChoice::automatic) {
        if (!converts()) base_ = model_units;
        rules_.fill(fmt::format("the option --units {}", name_of(options.units)));
    } else if (const auto& header = gadget ? gadget : swift) {
        base_ = header->units;
        rules_ = header->names;
    }
}

void Hdf5Units::take_units_of(const std::array<Hdf5Handle, 3>& data_sets) {
    const StatedUnit length = stated_unit(data_sets[0]);
    if (!rules_[0].empty() || !length.cgs) return;
    by_gadget_ = length.h_exponent.value_or(-1) != 0;
    for (std::size_t i = 0; i < data_sets.size(); ++i)
        if (const auto cgs = stated_unit(data_sets[i]).cgs) {
            base_.*unit_of_dimension[i] = *cgs;
            rules_[i] = "the attributes of another data set";
        }
}

Hdf5Unit Hdf5Units::unit_of(Dimension dimension, const Hdf5Handle& data) const {
    Hdf5Unit unit{part_of(base_, dimension), 0, 0, rules_[base_of(dimension)]};
    if (!converts()) return unit;
    if (dimension == Dimension::length) unit.a_exponent = 1;
    if (dimension == Dimension::density) unit.a_exponent = -3;
    if (dimension == Dimension::velocity && by_gadget_) unit.a_exponent = 0.5;
    if ((dimension == Dimension::length || dimension == Dimension::mass) && by_gadget_) unit.h_exponent = -1;
    if (dimension == Dimension::density && by_gadget_) unit.h_exponent = 2;
    if (options_.units == UnitChoice::gadget) return unit;
    const StatedUnit stated = stated_unit(data);
    if (stated.cgs) unit.rule = "the attributes of the data set";
    unit.cgs = stated.cgs.value_or(unit.cgs);
    unit.a_exponent = stated.a_exponent.value_or(unit.a_exponent);
    unit.h_exponent = stated.h_exponent.value_or(unit.h_exponent);
    return unit;
}

double Hdf5Units::factor(Dimension dimension, const Hdf5Unit& unit) const {
    if (!converts()) return 1;
    const double cgs = times_power(times_power(unit.cgs, h_, unit.h_exponent), epoch_.scale_factor, unit.a_exponent);
    return cgs / part_of(model_units, dimension);
}

ColumnSource Hdf5Units::source(Dimension dimension, const Hdf5Unit& unit, const std::string& column) const {
    const double a_exponent = epoch_.is_cosmological ? unit.a_exponent : 0, h_exponent = h_ == 1 ? 0 : unit.h_exponent;
    return {column, "", unit_text(dimension, unit.cgs) + power_text("a", a_exponent) + power_text("h", h_exponent),
            factor(dimension, unit),
            unit.rule.empty() ? "unit assumed, because the file does not state it" : "unit from " + unit.rule};
}

UnitSystem Hdf5Units::units_with_h() const {
    UnitSystem units = base_;
    if (!by_gadget_ || !converts()) return units;
    return {times_power(units.length_cm, h_, -1), times_power(units.mass_g, h_, -1), units.velocity_cm_per_s};
}

double Hdf5Units::time(ColumnSource& source) const {
    const double stored = cosmology_.time.value_or(0);
    const bool is_age = converts() && epoch_.is_cosmological && (epoch_.time_is_scale_factor || !cosmology_.time);
    source = {"time", time_name_, "", 1, ""};
    if (time_name_.empty()) source.from = is_age ? "the scale factor" : not_in_file;
    if (const auto age = age_of_universe(epoch_.scale_factor, cosmology_); age && is_age) {
        source.unit = "scale factor";
        source.factor = *age / epoch_.scale_factor;
        source.note = fmt::format("age of the universe at the scale factor {}; {}", short_number(epoch_.scale_factor),
                                  epoch_.rule);
        return *age;
    }
    if (is_age || !converts()) return stored;
    if (!cosmology_.time) {
        source.note = "the program uses the time 0";
        return 0;
    }
    const UnitSystem units = units_with_h();
    source.factor = model_time(1, units);
    source.unit = short_number(source.factor * myr_per_time) + " Myr";
    source.note = "unit of length divided by unit of velocity";
    return model_time(stored, units);
}

void Hdf5Units::add_notes(ParticleFile& file) const {
    const auto stated = rules_[0].empty() ? std::nullopt : std::optional{units_with_h()};
    note_units(file, options_, stated, units_with_h(), h_);
    if (converts()) note_cosmology(file, epoch_, age_of_universe(epoch_.scale_factor, cosmology_));
}

}  // namespace milkomeda
