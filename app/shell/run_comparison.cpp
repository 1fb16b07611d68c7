#include "app/shell/run_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "data/base/units.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

using With = Comparison::With;

}  // namespace

void RunComparison::register_commands(CommandRegistry& registry) {
    registry.add({Menu::simulation, 150, "Compare with exact forces", "F4",
                  "starts a second run with exact forces at this time, and shows both runs side by side"},
                 {.act = [this] { view_.split.is_asked_for() ? view_.split.end() : start({}); },
                  .is_on = [this] { return has_exact_forces(); },
                  .why_disabled = [this] { return view_.split.is_asked_for() ? "" : why_not({}); }});
}

bool RunComparison::has_exact_forces() const {
    return view_.split.is_asked_for() && view_.split.comparison().with == With::exact_forces;
}

// Sets the parameters on the card to those of the run, except for the parameters that the user has changed on the card.
// After another source was loaded, the only change is a ten times larger softening.
void RunComparison::adapt_parameters() {
    SimulationParameters& parameters = status_.choice.parameters;
    const std::string& source = run_.loaded.initial().source;
    const auto changes = changes_between(first_, parameters);
    parameters = first_ = run_.parameters;
    if (std::exchange(source_, source) == source) {
        for (const auto& [parameter, value] : changes) parameter->field.set(parameters, value);
    } else {
        constexpr double usual_change = 10;
        parameters.softening *= usual_change;
    }
}

// Returns why the comparison is impossible at present; an empty text if it is possible.
std::string RunComparison::why_not(const Comparison& comparison) const {
    const std::size_t bodies = run_.loaded.initial().particles.size();
    const std::string& limit = run_.source().limits().force_comparison;
    if (!limit.empty() && (comparison.with != With::file || run_.source().box())) return limit;
    if (run_.device_context.tier == Tier::none && limit.empty())
        return fmt::format("two runs cannot be compared: {}", run_.device_context.reason);
    if (capture_.video.recorder().recording()) return "a video cannot show two runs: end the video (F10) first";
    if (comparison.with == With::file)
        return comparison.file.source.empty() ? "type the name of a file or scene first" : "";
    if (2 * bodies > run_.most_bodies)
        return fmt::format("two runs of {} bodies do not fit on the device, which can hold two runs of {} bodies",
                           count_text(bodies), count_text(run_.most_bodies / 2));
    return {};
}

void RunComparison::start(const Comparison& comparison) {
    editor_.put_tools_away();
    view_.split.ask_for(comparison);
}

void RunComparison::advance() {
    adapt_parameters();
    status_.branches.clear();  // also while the card is closed, because a branch holds memory of the device
    if (!status_.is_open) return;
    if (const RunHistory* const history = run_.source().checkpoints().run_history()) {
        const auto& branches = history->branches();
        for (std::size_t i = 0; i < branches.size(); ++i)
            if (branches[i] != history->present())
                status_.branches.push_back({branches[i], fmt::format("Branch {}, from {}", i + 1,
                                                                     format_model_time(branches[i]->begin.time))});
    }
    Comparison& choice = status_.choice;
    if (choice.with == With::branch && choice.branch.expired()) choice.with = With::exact_forces;
    if (choice.with == With::file) {
        choice.file = {};
        choice.file.source = status_.file;
        choice.file.presumed = run_.options.scene.presumed;
        choice.name = std::filesystem::path{status_.file}.filename().string();
        if (is_scene_name(status_.file, run_.assets))
            choice.file.selection.bodies = run_.loaded.initial().particles.size();
    }
    status_.limit = why_not(choice);
}

void RunComparison::perform(CompareRequest request, bool is_shown) {
    if (request == CompareRequest::start) start(status_.choice);
    if (request == CompareRequest::end) view_.split.end();
    status_.is_open = is_shown;
}

}  // namespace milkomeda
