// Progress of a run that another program computes, as its snapshots show.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace milkomeda {

struct FollowProgress {
    std::size_t snapshots = 0;
    double newest = 0;              // time of the newest snapshot
    double age = 0;                 // seconds since the newest snapshot was written
    double behind = 0;              // time from the shown time to the newest snapshot
    bool has_times = true;          // false: the times are the numbers of the snapshots
    std::optional<double> share{};  // share of the run that is done, 0 to 1; empty if its end is unknown

    bool is_done() const { return share && *share >= 1; }
};

// Returns the progress in words: the newest snapshot and its age, the number of snapshots, the share that is done, and
// how far the shown time is behind.
std::string follow_text(const FollowProgress& progress);
// Returns the most important part of follow_text(), for the status line.
std::string brief_follow_text(const FollowProgress& progress);

}  // namespace milkomeda
