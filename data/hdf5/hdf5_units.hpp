// Rules for the units, the scale factor and the time of an HDF5 snapshot; docs/formats.md describes the rules. These
// functions run in the child process of hdf5_snapshot.cpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "data/hdf5/hdf5_attributes.hpp"
#include "data/particles/cosmology.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

// ColumnSource::from of a column that the file lacks
inline constexpr const char* not_in_file = "not in the file";

// Dimensions of columns. An energy is per unit mass.
enum class Dimension { length, mass, velocity, energy, density };

// Unit of a quantity: `cgs` cm, g, cm/s, erg/g or g/cm^3, multiplied by powers of the scale factor a and of the Hubble
// parameter h.
struct Hdf5Unit {
    double cgs = 1, a_exponent = 0, h_exponent = 0;
    std::string rule;  // where the unit comes from, for ColumnSource::note
};

class Hdf5Units {
  public:
    Hdf5Units(const Hdf5Fields& fields, const ReadOptions& options);

    // Takes the units of data sets as the units of the file, unless the header states units. `data_sets` contains one
    // data set of lengths, masses and velocities, or invalid handles.
    void take_units_of(const std::array<Hdf5Handle, 3>& data_sets);

    // Returns the unit of a data set: the unit that its attributes state, else the unit of the file. Without a data set
    // (`data` invalid), returns the unit of the file.
    Hdf5Unit unit_of(Dimension dimension, const Hdf5Handle& data) const;
    // Returns the factor that converts numbers in this unit to model units.
    double factor(Dimension dimension, const Hdf5Unit& unit) const;
    // Returns true if the file has the units of GADGET, with powers of the Hubble parameter, rather than of SWIFT.
    bool are_of_gadget() const { return by_gadget_; }
    // Describes a column for `info --explain`.
    ColumnSource source(Dimension dimension, const Hdf5Unit& unit, const std::string& column) const;

    // Returns the time of the snapshot in model units, and describes it for `info --explain`.
    double time(ColumnSource& source) const;
    // Records the units in ParticleFile::units, and adds notes about units and cosmology.
    void add_notes(ParticleFile& file) const;

  private:
    UnitSystem units_with_h() const;
    bool converts() const { return options_.units != UnitChoice::model; }

    ReadOptions options_;
    CosmologyFields cosmology_;
    Epoch epoch_;
    std::string time_name_;
    double h_ = 1;
    UnitSystem base_;  // units of the file without powers of a and h
    // where the three units of base_ come from; empty if the file does not state units
    std::array<std::string, 3> rules_;
    bool by_gadget_ = true;  // true: lengths and masses contain 1/h, and velocities contain the square root of a
};

}  // namespace milkomeda
