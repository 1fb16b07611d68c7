// The snapshots of a series, read ahead in a thread of its own; a few are kept, so memory is bounded.
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
    // `pattern` as a person gave it. Throws FileError: it names no files.
    Snapshots(const std::string& pattern, const ReadOptions& reading, const Selection& selection);
    ~Snapshots();

    const std::vector<SeriesFile>& files() const { return files_; }
    // Model times in order; where the files say none, or all the same, the numbers 0, 1, ...
    const std::vector<double>& times() const { return times_; }
    bool has_times() const { return has_times_; }
    const std::string& gaps() const { return gaps_; }  // one line on missing files, if there are

    // Begins to read. `first` is the snapshot 0, ready to be drawn: the rows of all others are put into the
    // order of its ids. Throws NoThread.
    void begin(std::shared_ptr<const ParticleSet> first);

    // Reads these, the first first, and forgets all others; at most `most_kept`.
    void want(std::vector<std::size_t> indices);
    static constexpr std::size_t most_kept = 4;

    struct Result {
        std::shared_ptr<const ParticleSet> particles;  // null if it could not be read, and
        std::string error;                             // why
    };
    std::optional<Result> find(std::size_t index) const;  // empty: not read yet
    Result wait(std::size_t index);                       // for one that is wanted

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

    mutable std::mutex mutex_;  // guards all that follows
    std::condition_variable changed_;
    std::vector<std::size_t> wanted_;
    std::map<std::size_t, Result> results_;
    bool ending_ = false;
    std::future<void> reader_;
};

}  // namespace milkomeda
