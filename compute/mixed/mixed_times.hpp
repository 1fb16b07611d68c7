// Times of the parts of the iterations of MixedSimulation.
#pragma once

namespace milkomeda {

// Seconds summed over `iterations` iterations.
struct MixedTimes {
    double device = 0;  // duration of the kernels on the device
    double host = 0;    // collisions and moves on the host
    double wait = 0;    // time that the host waits for the device
    double map = 0;     // mapping or copying memory: duration of the host's calls and the device's commands
    double total = 0;
    long iterations = 0;
};
MixedTimes operator+(MixedTimes a, const MixedTimes& b);
MixedTimes mean_of(MixedTimes sum);  // returns the mean times per iteration

}  // namespace milkomeda
