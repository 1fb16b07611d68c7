#include "app/playback/live_box.hpp"

namespace milkomeda {

std::optional<std::size_t> LiveBox::add(const glm::dvec3& place, double radius) {
    note_rows_change();
    return simulation_.large().add(place, radius);
}

void LiveBox::remove(std::size_t row) {
    note_rows_change();
    simulation_.large().remove(row);
}

void LiveBox::put_back(std::size_t row, const LargeParticle& particle) {
    if (simulation_.large().rows()[row].is_used()) return;
    note_rows_change();
    simulation_.large().put(row, particle);
}

void LiveBox::update_times() {
    // averaging time: means of single frames change too fast to be read
    constexpr double window_seconds = 0.5;
    sum_ = sum_ + simulation_.take_times();
    if (sum_.total < window_seconds && times_.iterations > 0) return;
    if (sum_.iterations > 0) times_ = mean_of(sum_);
    if (sum_.total >= window_seconds) sum_ = {};
}

}  // namespace milkomeda
