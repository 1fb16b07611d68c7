// Milkomeda: the Milky Way and Andromeda collide.
//
// Exit codes: 0 done; 1 it failed, with one line that says what and what to do; 2 the command line was wrong.
#include "app/commands/bench_commands.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/named_files.hpp"
#include "app/io/log.hpp"
#include "data/system/standard_streams.hpp"
#include "app/io/user_folders.hpp"
#include "data/system/end_signals.hpp"
#include "app/ui/window.hpp"
#include "app/scene/scene_setup.hpp"
#include "app/capture/provenance.hpp"
#include "app/shell/auto_save.hpp"
#include "app/shell/view.hpp"
#include "compute/device/opencl_error.hpp"
#include "data/base/build_error.hpp"
#include "data/system/signal_cleanup.hpp"

namespace {

using namespace milkomeda;

int bench(const Options& options, const Assets& assets) {
    switch (options.bench_subject) {
        case BenchSubject::direct:
            return bench_direct(options, assets);
        case BenchSubject::solvers:
            return bench_solvers(options, assets);
        case BenchSubject::build:
            return bench_build(options, assets);
        case BenchSubject::draw:
            return bench_draw(options, assets);
        case BenchSubject::potential:
            return bench_potential(options, assets);
        case BenchSubject::matrix:
            return bench_matrix(options, assets);
        case BenchSubject::mixed:
            return bench_mixed(options, assets);
    }
    return 1;
}

// --resume stands for the file of the run that the window kept last.
Options with_resumed(Options options) {
    if (!options.resume) return options;
    const auto file = newest_kept_run(state_folder());
    if (!file) throw std::runtime_error("--resume: the window has kept no run yet");
    options.source = file->string();
    return options;
}

int run(const Options& asked) {
    const Options options = with_resumed(asked);
    const Assets assets{options.assets};
    require_distinct_files(options, assets);
    if (!options.look.note.empty()) log_info(options.look.note);
    switch (options.command) {
        case Command::view:
            return require_source(options.source, assets), view(options, assets);
        case Command::render:
            return require_source(options.source, assets), render(options, assets);
        case Command::simulate:
            return require_source(options.source, assets), simulate(options, assets);
        case Command::generate:
            return generate_file(options, assets);
        case Command::potential:
            return require_source(options.source, assets), potential(options, assets);
        case Command::info:
            return info(options, assets);
        case Command::devices:
            return devices(options);
        case Command::bench:
            return require_source(options.source, assets), bench(options, assets);
        case Command::scenes:
            return scenes(assets);
    }
    return 1;
}

}  // namespace

int main(int argc, char** argv) try {
    remember_ignored_signals();
    keep_standard_streams_apart();
    clean_up_on_signals();
    // Who types no more than the name is told what else there is.
    if (argc == 1 && !has_display()) return say_what_needs_no_display();
    std::vector<std::string> words = RenderRecipe::words({argv, argv + argc});
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    const auto options = parse_options(static_cast<int>(pointers.size()), pointers.data());
    const int code = options ? run(*options) : 0;
    flush_standard_output();  // help, say, or a trace
    return code;
} catch (const UsageError& error) {
    log_error(error.what());
    return 2;
} catch (const std::bad_alloc&) {
    log_error("this machine's memory is too small for that; try fewer --bodies");
    return 1;
} catch (const std::length_error&) {
    log_error("no machine's memory is large enough for that; try fewer --bodies");
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
