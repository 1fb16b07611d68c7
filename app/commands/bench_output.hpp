// Presents the results of `milkomeda bench direct`: as a table for people, as JSON for programs, and as charts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/commands/chart.hpp"
#include "compute/bench/bench_report.hpp"

namespace milkomeda {

// Bench report of one device, or of several devices that share the work.
struct Measured {
    std::string name, platform;
    bool is_cpu;
    BenchReport report;
};

// floating-point operations per pair of bodies, by the convention of Nyland, Harris and Prins (2007)
inline constexpr double flop_per_pair = 20;

const char* name_of(KernelForm form);
const char* name_of(const BenchBaseline& baseline);

// Prints the report to standard output.
void print_table(const Measured& measured);

// Returns the output of `bench --json`. Scripts read its fields by name, so fields may be added but not renamed.
nlohmann::ordered_json to_json(const std::vector<Measured>& all);
// Returns the charts of one report. `device` names the measured device in the titles.
std::vector<Chart> charts_of(const BenchReport& report, const std::string& device);

}  // namespace milkomeda
