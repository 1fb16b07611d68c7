// Quantities of bodies that are measured only while colors show them.
#pragma once

namespace milkomeda {

// A body without a value, such as a star if the quantity belongs to gas, has the value NaN.
enum class MeasuredQuantity {
    none,
    acceleration,     // magnitude of the acceleration in model units
    gas_temperature,  // temperature that follows from the pressure of the gas, in kelvin
    compression       // -div v of the gas times its smoothing length in model units; 0 if the gas expands
};

// Returns true for a quantity that only a run on a device knows, and not its bodies alone.
constexpr bool is_measured_by_run(MeasuredQuantity quantity) {
    return quantity == MeasuredQuantity::acceleration || quantity == MeasuredQuantity::gas_temperature;
}
// Returns true for a quantity that only gas has.
constexpr bool belongs_to_gas(MeasuredQuantity quantity) {
    return quantity == MeasuredQuantity::gas_temperature || quantity == MeasuredQuantity::compression;
}

}  // namespace milkomeda
