// The scenes and files that were opened last.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace milkomeda {

class RecentSources {
  public:
    static constexpr std::size_t most = 10;

    explicit RecentSources(std::vector<std::string> sources = {}) : sources_{std::move(sources)} {}

    // Adds a source as the newest; removes an earlier equal entry.
    void add(std::string source);
    void clear() { sources_.clear(); }
    const std::vector<std::string>& list() const { return sources_; }

  private:
    std::vector<std::string> sources_;
};

// Returns the absolute path of a file or a series of files, so that it is found from any folder; returns
// other sources unchanged.
std::string lasting_name(const std::string& source);

// Returns true if the file, or the folder of the series, exists, and for names of scenes.
bool is_file_there(const std::string& source);

}  // namespace milkomeda
