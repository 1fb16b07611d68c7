// Stores the differences between two compared runs, and arranges their pictures.
#include <algorithm>
#include <cmath>

#include "app/tools/split.hpp"

namespace milkomeda {

void SplitHistory::add(double time, double rms_distance, double separations) {
    constexpr std::size_t most = 4096;  // largest number of stored times; plots are not wider in pixels
    if (seen_++ % stride_ != 0) return;
    times.push_back(time);
    rms.push_back(rms_distance);
    separation.push_back(separations);
    if (times.size() < most) return;
    for (std::vector<double>* const column : {&times, &rms, &separation}) {
        for (std::size_t i = 0; 2 * i < column->size(); ++i) (*column)[i] = (*column)[2 * i];
        column->resize(most / 2);
    }
    stride_ *= 2;
}

SplitPanes split_panes(const Area& free, float line) {
    constexpr float plot_lines = 12, most_of_height = 0.38f, gap = 2;
    const float plot = std::round(std::min(plot_lines * line, most_of_height * free.size.y));
    const glm::vec2 size{std::floor((free.size.x - gap) / 2), free.size.y - plot};
    const glm::vec2 pane = glm::max(size, 1.0f);
    return {.exact = {free.least, pane},
            .chosen = {{free.most().x - pane.x, free.least.y}, pane},
            .plot = {{free.least.x, free.most().y - plot}, {free.size.x, plot}}};
}

}  // namespace milkomeda
