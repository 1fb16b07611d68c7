// What an iteration of mixed particles takes.
#pragma once

namespace milkomeda {

// Seconds, summed up since somebody took them.
struct MixedTimes {
    double device = 0;  // kernels
    double host = 0;    // collisions and moves
    double wait = 0;    // the host for the device
    double map = 0;     // mapping and unmapping, or copying: the host's calls and the device's commands
    double total = 0;
    long iterations = 0;
};
MixedTimes operator+(const MixedTimes& a, const MixedTimes& b);
MixedTimes mean_of(const MixedTimes& sum);  // of one iteration

}  // namespace milkomeda
