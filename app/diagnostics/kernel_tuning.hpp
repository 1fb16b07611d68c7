// KernelTuning decides which kernel a simulation runs: the one that the command line forces; else the fastest
// that was measured on this device with about as many bodies; else the device's default, until a search
// beside the animation has found the fastest. People may pick another at any time.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/cli/options.hpp"
#include "data/system/child_process.hpp"
#include "app/diagnostics/tuning_cache.hpp"
#include "app/io/notices.hpp"
#include "assets/assets.hpp"
#include "compute/simulation/simulation.hpp"
#include "data/base/names.hpp"

namespace milkomeda {

// The reason why a kernel runs.
enum class KernelOrigin { device_default, command_line, remembered, search, hand, saved };
template <>
inline constexpr std::array<std::string_view, 6> names<KernelOrigin>{"default", "command line", "remembered",
                                                                     "search",  "hand",         "saved"};

class KernelTuning {
  public:
    // Throws UsageError for a --kernel that the device or the solver does not have.
    KernelTuning(const Options& options, const DeviceContext& device_context, const Assets& assets);

    // stop(); another device, or none, computes from now on. Throws as the constructor.
    void use_device(const Options& options, const DeviceContext& device_context);

    // stop(); and the solver for a new simulation of so many bodies, with its kernel, without variant for the
    // device's default. A kernel that the command line names is the direct sum's, so that runs.
    SolverChoice start(std::size_t bodies, Accuracy accuracy);

    // The same for a run that goes on as it was saved: with this solver, which no search replaces.
    SolverChoice start(const SolverChoice& saved);

    // Gives up what is under way; to be called before the simulation that advance() had ends.
    void stop();

    // The same for a run that nobody watches: with --retune after a search over these positions.
    SolverChoice settle(std::span<const Float4> positions, Accuracy accuracy);

    // Logs which solver and kernel run and why, unless it is the device's default kernel of the direct sum;
    // and what of the parameters they do not heed.
    void log(const SolverChoice& running, const SimulationStatus& status,
             const SimulationParameters& parameters) const;

    // A frame's share of the search, and the switch to a kernel that has been built meanwhile. Returns the
    // seconds that it took. Where picture and kernels share processors, a search that nobody asked for goes
    // on only while there is `time_to_spare`. `finish_drawing` keeps what the display still does out of the
    // times. A search that fails ends with a notice; OpenCL's errors in the simulation itself are thrown.
    double advance(SolverSlot& slot, std::span<const Float4> positions, bool time_to_spare,
                   const std::function<void()>& finish_drawing, Notices& notices);

    void pick(const SolverType& type);
    void pick(const KernelVariant& variant);  // of the direct sum, with its best settings that are known
    void pick(const SolverChoice& choice);    // one that has run, as it was
    std::string picked_to_build() const;      // by its name, until it runs; empty: nothing
    void search();                            // again, or at last
    void search_on();                         // for another simulation of the kind that ended
    void skip();                              // the search

    bool searching() const { return search_wanted_; }
    bool search_waits() const { return search_waits_; }                   // for time to spare
    double search_done() const { return search_ ? search_->done() : 0; }  // 0 to 1
    KernelOrigin origin() const { return origin_; }
    const std::vector<const KernelVariant*>& variants() const { return variants_; }  // that the device runs
    double pairs_per_second(const KernelVariant& variant) const;  // as measured; 0 when it was not

  private:
    struct Decision {
        KernelChoice kernel;
        KernelOrigin origin;
        const SolverType* solver = nullptr;  // null: the one that runs
    };
    KernelChoice first_kernel(std::size_t bodies);

    void let_search_wait(bool wait);
    void advance_search(std::span<const Float4> positions, const std::function<void()>& finish_drawing);
    Decision end_search();
    std::optional<ReadySolver> next_built(Notices& notices);
    void build_next(SolverSlot& slot);

    DeviceContext device_context_;
    ReadAsset read_;
    std::optional<TuningCache> cache_;  // empty without a device, and for a solver that cannot be tuned
    std::vector<const KernelVariant*> variants_;
    KernelChoice forced_;
    bool retune_;
    std::filesystem::path assets_folder_;
    const SolverType* solver_;

    KernelOrigin origin_ = KernelOrigin::device_default;
    std::vector<KernelRate> rates_;
    bool search_wanted_ = false;
    bool search_asked_for_ = false;  // by a person, who wants it now
    bool search_waits_ = false;
    bool search_decides_ = false;  // until people do
    std::optional<ChildProcess> builds_first_;
    std::optional<Autotuner> search_;
    std::optional<Decision> decision_;  // to be built
    Decision building_;                 // what `built_` will hold
    std::future<ReadySolver> built_;
};

}  // namespace milkomeda
