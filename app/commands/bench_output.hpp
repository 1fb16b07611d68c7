// Writes the results of `milkomeda bench direct` as a table for people and as JSON for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "compute/bench/bench_report.hpp"

namespace milkomeda {

// The report of one device, or of several devices together.
struct Measured {
    std::string name, platform;
    bool is_cpu;
    BenchReport report;
};

inline constexpr double flop_per_pair = 20;  // convention of Nyland, Harris and Prins 2007

const char* name_of(KernelForm form);
const char* name_of(const BenchBaseline& baseline);

// Prints to standard output.
void print_table(const Measured& measured);

// Contract of `bench --json`: fields are added, never renamed.
nlohmann::ordered_json to_json(const std::vector<Measured>& all);

}  // namespace milkomeda
