// Times of the parts of mixed iterations.
#pragma once

namespace milkomeda {

// Seconds, accumulated since they were last taken.
struct MixedTimes {
    double device = 0;  // time of the kernels on the device
    double host = 0;    // collisions and moves on the host
    double wait = 0;    // time that the host waits for the device
    double map = 0;     // mapping and unmapping, or copying: the host's calls and the device's commands
    double total = 0;
    long iterations = 0;
};
MixedTimes operator+(const MixedTimes& a, const MixedTimes& b);
MixedTimes mean_of(const MixedTimes& sum);  // mean per iteration

}  // namespace milkomeda
