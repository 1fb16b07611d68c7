// The list of recently opened scenes and files.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace milkomeda {

class RecentSources {
  public:
    static constexpr std::size_t most = 10;

    explicit RecentSources(std::vector<std::string> sources = {}) : sources_{std::move(sources)} {}

    // Adds a source at the front of the list, and removes an older entry with equal name.
    void add(std::string source);
    void clear() { sources_.clear(); }
    const std::vector<std::string>& list() const { return sources_; }

  private:
    std::vector<std::string> sources_;
};

// Returns the absolute path of a file or file series, which is valid in any current folder; returns names of
// scenes unchanged.
std::string lasting_name(const std::string& source);

// Returns true if `source` is an existing file or folder, or a series whose folder exists.
bool is_file_there(const std::string& source);

}  // namespace milkomeda
