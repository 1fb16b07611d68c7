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

    // The newest first, each once.
    void add(std::string source);
    void clear() { sources_.clear(); }
    const std::vector<std::string>& list() const { return sources_; }

  private:
    std::vector<std::string> sources_;
};

// A file or a series of files by its whole path, from wherever the program is started next; all else as it
// is.
std::string lasting_name(const std::string& source);

// Is there the file, or the folder of the series? (Names of scenes are not asked about.)
bool is_file_there(const std::string& source);

}  // namespace milkomeda
