#include "app/commands/render_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/io/log.hpp"
#include "app/io/output_file.hpp"
#include "data/files/small_file.hpp"
#include "data/system/end_signals.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t fewest_moments = 2, most_moments = 2000;
// Picture that is drawn to compute the attributes of the bodies; the page does not contain it.
constexpr int trial_width = 64, trial_height = 36;

void require_page(bool holds, const std::string& message) {
    if (!holds) throw UsageError(message);
}

}  // namespace

bool is_page(const std::filesystem::path& output) { return output.extension() == ".html"; }

void require_page_options(const RenderOptions& options) {
    require_page(!options.scene.times.at, "--at is for a picture; a web page takes --from and --until");
    require_page(!options.frames_per_second, "--fps is for videos; a web page takes --moments");
    require_page(options.again.empty(), "--again repeats pictures and videos; a web page has no --again");
    require_page(!options.picture.detail, "--detail is for pictures and videos; a web page takes --bodies");
    require_page(!options.moments || (*options.moments >= fewest_moments && *options.moments <= most_moments),
                 fmt::format("--moments must lie between {} and {}", fewest_moments, most_moments));
    require_replaceable(options.output);
}

PageTimes page_times(const RenderOptions& options, const SceneSetup& initial) {
    require_page(!initial.mixed, "a web page cannot show a mixed box; render a video");
    const double start = initial.particles.time;
    const double first = options.scene.times.from.value_or(start);
    const double last = options.scene.times.until.value_or(initial.until);
    require_page(first >= start, "--from lies before the start of the source");
    require_page(!initial.snapshots || last <= initial.until + 1e-6,
                 fmt::format("the last snapshot has the time {:g}, which is before the requested time {:g}",
                             initial.until, last));
    require_page(last > first,
                 fmt::format("a web page needs at least two moments, but the source has one, at the time {:g}; choose "
                             "a run, a recording or a series of snapshots, or a later --until",
                             first));
    const SceneChange* const change = initial.course.next();
    require_page(!change || *change->time > last,
                 fmt::format("a web page needs the same bodies at all times, but the scene changes them at the time "
                             "{:g}; end the page earlier with --until",
                             change ? *change->time : 0));
    std::size_t moments = options.moments.value_or(usual_page_moments);
    if (initial.snapshots && !options.moments) {
        const auto within = std::ranges::count_if(
            initial.snapshots->times(), [&](double time) { return time >= first - 1e-6 && time <= last + 1e-6; });
        moments = std::clamp(static_cast<std::size_t>(within), fewest_moments, moments);
    }
    return {first, (last - first) / static_cast<double>(moments - 1), moments};
}

void render_page(const RenderOptions& options, RenderedRun& run, const PageTimes& times, const Assets& assets,
                 const std::function<void(long done)>& note_moment) {
    const std::size_t limit = options.scene.selection.bodies ? PageRecorder::most_bodies : PageRecorder::usual_bodies;
    note_end_signals();
    Canvas trial{trial_width, trial_height, 1};
    const double seconds = times.interval / run.parameters().time_per_second;
    std::optional<PageRecorder> recorder;
    for (std::size_t moment = 0; moment < times.moments && !end_signalled(); ++moment) {
        const bool has_attributes = moment % PageRecorder::attribute_interval == 0 || moment + 1 == times.moments;
        if (has_attributes)
            run.draw_at(times.at(moment), seconds, trial);
        else
            run.show_at(times.at(moment), seconds, trial);
        if (!recorder) recorder.emplace(run, times, limit);
        recorder->add(has_attributes);
        note_moment(static_cast<long>(moment) + 1);
    }
    if (!recorder || recorder->moments() < fewest_moments) return end_as_signalled();
    const std::string html =
        recorder->html(assets, {options.picture.width_or_default(), options.picture.height_or_default()});
    write_small_file(options.output, html);
    log_info(fmt::format("{}: {} bodies at {} moments, {} MB", options.output.string(), recorder->bodies(),
                         recorder->moments(), rounded_number(static_cast<double>(html.size()) / 1e6, 2)));
    end_as_signalled();
}

}  // namespace milkomeda
