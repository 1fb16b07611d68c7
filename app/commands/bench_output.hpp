// Writes the results of `milkomeda bench direct` as a table for people and as JSON for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "compute/bench/bench_report.hpp"

namespace milkomeda {

// Bench report of one device, or of several devices that share the work.
struct Measured {
    std::string name, platform;
    bool is_cpu;
    BenchReport report;
};

// floating-point operations per pair by the convention of Nyland, Harris and Prins 2007
inline constexpr double flop_per_pair = 20;

const char* name_of(KernelForm form);
const char* name_of(const BenchBaseline& baseline);

// Prints the report to standard output.
void print_table(const Measured& measured);

// Output of `bench --json`. Scripts depend on the names of its fields: fields may be added but not renamed.
nlohmann::ordered_json to_json(const std::vector<Measured>& all);

}  // namespace milkomeda
