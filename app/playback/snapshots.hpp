// Reads the snapshots of a series ahead in a thread of its own. Only a few snapshots are kept, so memory is
// bounded.
#pragma once

#include <condition_variable>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "data/particles/particles.hpp"
#include "data/particles/selection.hpp"
#include "data/series/series.hpp"

namespace milkomeda {

class Snapshots {
  public:
    // `pattern` is the text of the command line. Throws FileError if it matches no files.
    Snapshots(const std::string& pattern, const ReadOptions& reading, const Selection& selection);
    ~Snapshots();

    const std::vector<SeriesFile>& files() const { return files_; }
    // Model times in order. If the files have no times or equal times, the numbers 0, 1, ...
    const std::vector<double>& times() const { return times_; }
    bool has_times() const { return has_times_; }
    // one line about missing files; empty if no files are missing
    const std::string& gaps() const { return gaps_; }

    // Begins to read. `first` is snapshot 0, ready to be drawn; the rows of all other snapshots are put into
    // the order of its ids. Throws NoThread if no thread can be started.
    void begin(std::shared_ptr<const ParticleSet> first);

    // Reads these snapshots in this order and drops all others. At most `most_kept` snapshots are read.
    void want(std::vector<std::size_t> indices);
    static constexpr std::size_t most_kept = 4;

    struct Result {
        std::shared_ptr<const ParticleSet> particles;  // null if the snapshot could not be read
        std::string error;                             // reason why the snapshot could not be read
    };
    std::optional<Result> find(std::size_t index) const;  // empty until the snapshot has been read
    Result wait(std::size_t index);                       // waits for a snapshot that want() has requested

  private:
    void read_ahead();
    std::optional<std::size_t> next() const;
    Result read(std::size_t index) const;
    ParticleSet load(std::size_t index) const;

    std::vector<SeriesFile> files_;
    std::string gaps_;
    bool has_times_;
    std::vector<double> times_;
    ReadOptions reading_;
    Selection selection_;
    std::vector<std::uint32_t> ids_;
    std::vector<Component> components_;

    mutable std::mutex mutex_;  // guards all members below
    std::condition_variable changed_;
    std::vector<std::size_t> wanted_;
    std::map<std::size_t, Result> results_;
    bool ending_ = false;
    std::future<void> reader_;
};

}  // namespace milkomeda
