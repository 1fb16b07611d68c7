// Entry point of the program Milkomeda, which simulates and draws colliding galaxies. Exit codes: 0 for success, 1 for
// a failure, 2 for an invalid command line. One line on standard error explains a failure.
#include <array>

#include "app/capture/provenance.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/named_files.hpp"
#include "app/io/log.hpp"
#include "app/io/user_folders.hpp"
#include "app/scene/followed_source.hpp"
#include "app/scene/scene_setup.hpp"
#include "app/scene/table_source.hpp"
#include "app/shell/auto_save.hpp"
#include "app/shell/view.hpp"
#include "app/ui/window.hpp"
#include "compute/device/opencl_error.hpp"
#include "data/base/build_error.hpp"
#include "data/system/end_signals.hpp"
#include "data/system/signal_cleanup.hpp"
#include "data/system/standard_streams.hpp"

namespace {

using namespace milkomeda;

// Benches in the order of the enumeration BenchSubject.
constexpr std::array benches{bench_direct, bench_solvers, bench_build, bench_draw,      bench_potential,
                             bench_matrix, bench_mixed,   bench_gas,   bench_encounters};

// Replaces the option --resume by the path of the newest run that the window has saved.
void resolve_resume(SceneOptions& scene) {
    if (!scene.resume) return;
    const auto file = newest_saved_run(state_folder());
    if (!file) throw std::runtime_error("--resume: the window has not saved a run yet");
    scene.source = file->string();
}

void run(const ViewOptions& options, const Assets& assets) { view(options, assets); }
void run(const RenderOptions& options, const Assets& assets) { render(options, assets); }
void run(const SimulateOptions& options, const Assets& assets) { simulate(options, assets); }
void run(const GenerateOptions& options, const Assets& assets) { generate_file(options, assets); }
void run(const HandOverOptions& options, const Assets& assets) { hand_over(options, assets); }
void run(const PotentialOptions& options, const Assets& assets) { potential(options, assets); }
void run(const ProfileCommandOptions& options, const Assets& assets) { profile(options, assets); }
void run(const MapCommandOptions& options, const Assets& assets) { map(options, assets); }
void run(const MatchCommandOptions& options, const Assets& assets) { match(options, assets); }
void run(const ConfirmOptions& options, const Assets& assets) { confirm(options, assets); }
void run(const InfoOptions& options, const Assets& assets) { info(options, assets); }
void run(const DevicesOptions& options, const Assets&) { devices(options); }
void run(const BenchCommandOptions& options, const Assets& assets) {
    benches.at(static_cast<std::size_t>(options.subject))(options, assets);
}
void run(const ScenesOptions& options, const Assets& assets) { scenes(options, assets); }

void run(ParsedCommandLine line) {
    const auto run_command = [&line](auto& options) {
        using Options = std::decay_t<decltype(options)>;
        if constexpr (requires { options.scene; }) resolve_resume(options.scene);
        if constexpr (std::is_same_v<Options, ViewOptions>)
            if (options.scene.follows) begin_following(options.scene);
        const Assets assets{line.program.assets};
        const ColumnMemory memory = column_memory(line.program.saved_settings);
        if constexpr (requires { options.scene; })
            use_assigned_columns(options.scene.source, assets, memory, options.scene.reading);
        if constexpr (requires { options.reading; })
            use_assigned_columns(*options.file, assets, memory, options.reading);
        if constexpr (requires { require_distinct_files(options, assets); }) require_distinct_files(options, assets);
        if (!line.note.empty()) log_info(line.note);
        if constexpr (requires { options.scene; } && !std::is_same_v<Options, GenerateOptions>)
            require_source(options.scene.source, assets);
        run(options, assets);
    };
    std::visit(run_command, line.command);
}

}  // namespace

int main(int argc, char** argv) try {
    remember_ignored_signals();
    keep_standard_streams_apart();
    clean_up_on_signals();
    if (argc == 1 && !has_display()) {
        list_commands_without_display();
        return 1;
    }
    std::vector<std::string> words = RenderRecipe::words({argv, argv + argc});
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    if (const auto line = parse_command_line(static_cast<int>(pointers.size()), pointers.data())) run(*line);
    flush_standard_output();  // throws if the last lines of the output cannot be written
    return 0;
} catch (const UsageError& error) {
    log_error(error.what());
    return 2;
} catch (const std::bad_alloc&) {
    log_error("this machine's memory is too small; try fewer --bodies");
    return 1;
} catch (const std::length_error&) {
    log_error("no computer has enough memory for this number of bodies; try fewer --bodies");
    return 1;
} catch (const std::filesystem::filesystem_error& error) {
    log_error(error.path1().string() + ": " + error.code().message());
    return 1;
} catch (const BuildError& error) {
    log_lines(error.what());
    return 1;
} catch (const std::exception& error) {
    const char* const advice = opencl_failure(error) ? "; try again, or another --device" : "";
    log_error(in_words(error) + advice);
    return 1;
}
