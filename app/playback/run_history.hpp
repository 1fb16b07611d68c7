// What a run has been through, so that a person can go back: states at regular steps within a budget of
// memory, the law of every step, and the futures that were left when the run went on otherwise from an
// earlier time.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/states/device_snapshot.hpp"
#include "data/simulation/external_mass.hpp"

namespace milkomeda {

// All that makes a step the step that it is, besides the state that it begins with.
struct Law {
    SimulationParameters parameters;            // without pace
    std::string forces;                         // what computes them
    std::optional<ExternalMass> external_mass;  // that pulls

    bool operator==(const Law&) const = default;
};

// How far apart the galaxies' centers were.
struct Separation {
    double time = 0, distance = 0;
};

class RunHistory {
  public:
    struct Moment {
        long steps = 0;
        double time = 0;
    };
    // A way that the run has gone, from where it left its parent's.
    struct Branch {
        struct Change {
            Moment from;  // the step after it is the first
            Law law;
        };
        std::shared_ptr<Branch> parent;  // null: the run's start
        Moment begin, end;               // where it leaves its parent; how far it has come
        std::vector<DeviceSnapshot>
            keys{};  // in the order of steps, those behind `begin` (the first way: its start, too)
        std::vector<Change> laws{};             // likewise; the first is at `begin`
        std::vector<Separation> separations{};  // likewise
    };
    using Laws = std::vector<Branch::Change>;

    RunHistory() { begin({}); }
    // The run is at its start, or goes on from there.
    void begin(const Moment& start);

    // Its budget; what does not fit goes at once.
    void set_budget(std::size_t bytes);
    std::size_t budget() const { return budget_; }
    std::size_t bytes() const;
    std::size_t bytes_on_device() const;
    std::size_t count() const;

    // Steps whose number is a multiple of this are kept. It doubles when the budget is spent.
    long interval() const { return interval_; }

    // The run is here and is about to take a step by this law. Where its way has another one the run leaves
    // it: from here on there is a new branch, or, with `overwrites`, no other future.
    void go_by(const Moment& now, const Law& law);
    bool overwrites = false;
    // How often its way has become another one.
    long departures() const { return departures_; }
    // It has come so far.
    void reached(const Moment& now);
    void keep(const DeviceSnapshot& state);
    // Each way has some 10,000 at most, further apart the longer it is.
    void note_separation(const Separation& separation);

    // Along the way that the run is on, its future included.
    Moment start() const { return start_; }
    Moment end() const { return present_->end; }
    bool has_future(long steps) const { return steps < end().steps; }
    // The newest state that is not later, and that nearest in time; null where none is kept.
    const DeviceSnapshot* at_or_before(long steps) const;
    const DeviceSnapshot* at_or_before_time(double time) const;
    const DeviceSnapshot* nearest(double time) const;
    // The law that the step after this one had, and where it changes next; empty where there was no such
    // step.
    std::optional<Law> law_after(long steps) const;
    std::optional<Moment> next_change(long steps) const;
    std::vector<Separation> separations() const;
    std::vector<const DeviceSnapshot*> keys() const;
    Laws laws() const;

    // All ways, the first one first, and that which the run is on.
    const std::vector<std::shared_ptr<Branch>>& branches() const { return branches_; }
    const std::shared_ptr<Branch>& present() const { return present_; }
    // The run goes on along another way from here, which lies on both.
    void take(const std::shared_ptr<Branch>& branch);
    bool is_on_way(const Branch& branch) const;
    // Forgets all but the way that the run is on.
    void discard_others();

    // One that lies on the device and has to go to host memory, where this one's room is spent; null: none.
    const DeviceSnapshot* to_move(std::size_t device_room) const;

  private:
    Branch& owner(long steps) const;                   // of the step after this one
    std::vector<std::shared_ptr<Branch>> way() const;  // from the first branch to the present one
    void forget_after(const Moment& now);
    void thin();

    std::vector<std::shared_ptr<Branch>> branches_;
    std::shared_ptr<Branch> present_;
    Moment start_;
    long departures_ = 0;
    std::size_t budget_ = std::size_t{256} << 20;
    long interval_ = first_interval;
    static constexpr long first_interval = 8;
};

// When the galaxies passed each other: the times at which their distance was least between two times at which
// it was clearly larger, as a parabola through the three smallest distances has it. In the order of time, as
// the separations are.
std::vector<double> passages(const std::vector<Separation>& separations);

}  // namespace milkomeda
