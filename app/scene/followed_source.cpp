#include "app/scene/followed_source.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>
#include <utility>

#include "app/io/log.hpp"

namespace milkomeda {

void begin_following(SceneOptions& scene) {
    constexpr std::chrono::milliseconds between_looks{250};
    const std::filesystem::path folder = scene.source;
    std::optional<FollowedRun> run;
    bool has_said = false;
    while (!(run = run ? run : find_followed_run(folder, scene.reading)) || run->watch->look().empty()) {
        if (!run && !std::exchange(has_said, true))
            log_info(fmt::format("waiting for the first snapshot in {}", folder.string()));
        std::this_thread::sleep_for(between_looks);
    }
    const std::optional<double> until = std::exchange(scene.times.until, std::nullopt);
    if (until) run->until = until;
    scene.source = run->watch->pattern().string();
    scene.followed = std::move(run);
    log_info(fmt::format("following {}", scene.source));
}

}  // namespace milkomeda
