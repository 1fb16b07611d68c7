#include "render/gl/pass_timer.hpp"

#include <algorithm>

#include "render/gl/native_gl.hpp"

namespace milkomeda {
namespace {

// Chooses the clock whose times are reliable. Mesa's software rasterizers first bin all triangles and later draw tile
// by tile. The timer queries of these rasterizers assign the time of all tiles to each pass, and no time to vertex
// processing (docs/drawing.md).
PassTimers::Clock trusted_clock() {
    if (draws_in_software()) return PassTimers::Clock::host;
    GLint bits = 0;
    glGetQueryiv(GL_TIME_ELAPSED, GL_QUERY_COUNTER_BITS, &bits);
    return bits > 0 ? PassTimers::Clock::gpu : PassTimers::Clock::none;
}

void add(std::vector<PassTime>& times, std::string_view pass, double milliseconds) {
    const auto known = std::ranges::find(times, pass, &PassTime::pass);
    if (known != times.end())
        known->milliseconds += milliseconds;
    else
        times.push_back({std::string{pass}, milliseconds});
}

}  // namespace

PassTimers::PassTimers(double host_interval_seconds, std::optional<Clock> clock)
    : clock_{clock ? *clock : trusted_clock()}, host_interval_{host_interval_seconds} {}

bool PassTimers::starts_pass() {
    if (in_pass_ || clock_ == Clock::none) return false;
    return clock_ == Clock::host ? host_measures_ : !ring_[number_ % ring_.size()].pending;
}

PassTimers::Scope::Scope(PassTimers* timers, std::string_view pass)
    : issued_{timers ? timers->profiler_ : nullptr, pass}, pass_{pass} {
    if (timers == nullptr || !timers->starts_pass()) return;
    timers_ = timers;
    timers->in_pass_ = true;
    if (timers->clock_ == Clock::host) {
        glFinish();
        timers->by_host_.push_back({std::string{pass}, 0});
        start_ = Host::now();
        return;
    }
    Frame& frame = timers->ring_[timers->number_ % timers->ring_.size()];
    if (frame.used == frame.queries.size()) frame.queries.push_back({{}, new_query(), {}});
    Query& query = frame.queries[frame.used++];
    query.pass = pass;
    query.issued = Host::now();
    if (timers->profiler_) frame.profiler_frame = timers->profiler_->frame();
    glBeginQuery(GL_TIME_ELAPSED, query.query.name());
}

PassTimers::Scope::~Scope() {
    if (timers_ == nullptr) return;
    timers_->in_pass_ = false;
    if (timers_->clock_ == Clock::gpu) {
        glEndQuery(GL_TIME_ELAPSED);
        return;
    }
    glFinish();
    const Host::time_point end = Host::now();
    PassTime& pass = timers_->by_host_.back();
    pass.milliseconds = std::chrono::duration<double, std::milli>(end - start_).count();
    if (FrameProfiler* const profiler = timers_->profiler_)
        profiler->add({pass_, Lane::opengl, profiler->at(start_), profiler->at(end)}, profiler->frame());
}

void PassTimers::end_frame() {
    if (clock_ == Clock::host && !by_host_.empty()) {
        std::vector<PassTime> times;
        for (const PassTime& part : by_host_) add(times, part.pass, part.milliseconds);
        by_host_.clear();
        publish(std::move(times));
        measured_by_host_ = Host::now();
    }
    host_measures_ = records() ? number_ % frames_to_compare != 0 : Host::now() - measured_by_host_ >= host_interval_;
    if (clock_ == Clock::gpu) {
        ring_[number_ % ring_.size()].pending |= ring_[number_ % ring_.size()].used > 0;
        for (std::size_t age = ring_.size(); age-- > 0;) {  // processes the oldest pending frame first
            Frame& frame = ring_[(static_cast<std::size_t>(number_) + ring_.size() - age) % ring_.size()];
            if (frame.pending && !collect(frame)) break;
        }
    }
    ++number_;
}

// Reads the results of a frame's timer queries. Returns false if the GPU has not finished the frame.
bool PassTimers::collect(Frame& frame) {
    GLint ready = GL_FALSE;
    glGetQueryObjectiv(frame.queries[frame.used - 1].query.name(), GL_QUERY_RESULT_AVAILABLE, &ready);
    if (ready == GL_FALSE) return false;
    std::vector<PassTime> times;
    std::vector<double> seconds;
    for (std::size_t i = 0; i < frame.used; ++i) {
        GLuint64 nanoseconds = 0;
        glGetQueryObjectui64v(frame.queries[i].query.name(), GL_QUERY_RESULT, &nanoseconds);
        seconds.push_back(1e-9 * static_cast<double>(nanoseconds));
        add(times, frame.queries[i].pass, 1e3 * seconds.back());
    }
    if (profiler_) report(frame, seconds);
    frame.used = 0;
    frame.pending = false;
    publish(std::move(times));
    return true;
}

// Reports a frame's passes to the profiler. Timer queries give durations without start times, so each pass is assumed
// to start as soon as the pass has been issued and the preceding pass has ended.
void PassTimers::report(const Frame& frame, std::span<const double> seconds) {
    double end = 0;
    for (std::size_t i = 0; i < seconds.size(); ++i) {
        const double begin = std::max(end, profiler_->at(frame.queries[i].issued));
        end = begin + seconds[i];
        profiler_->add({frame.queries[i].pass, Lane::opengl, begin, end}, frame.profiler_frame);
    }
}

// Updates the smoothed times. Removes passes that are no longer drawn; the smoothed time of a new pass begins with its
// first measured time.
void PassTimers::publish(std::vector<PassTime> times) {
    // weight of the newest frame in the smoothed times; larger for the host clock, which measures fewer frames
    const double weight = clock_ == Clock::host ? 0.4 : 0.1;
    std::vector<PassTime> smooth = times;
    for (PassTime& now : smooth)
        if (const auto before = std::ranges::find(smooth_, now.pass, &PassTime::pass); before != smooth_.end())
            now.milliseconds = (1 - weight) * before->milliseconds + weight * now.milliseconds;
    newest_ = std::move(times);
    smooth_ = std::move(smooth);
    ++frames_known_;
}

double total_milliseconds(std::span<const PassTime> passes) {
    double total = 0;
    for (const PassTime& pass : passes) total += pass.milliseconds;
    return total;
}

double milliseconds_of(std::span<const PassTime> passes, std::string_view pass) {
    const auto found = std::ranges::find(passes, pass, &PassTime::pass);
    return found != passes.end() ? found->milliseconds : 0;
}

}  // namespace milkomeda
