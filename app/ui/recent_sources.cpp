#include "app/ui/recent_sources.hpp"

#include <filesystem>

#include "data/series/series.hpp"

namespace milkomeda {

namespace fs = std::filesystem;

std::string lasting_name(const std::string& source) {
    std::error_code error;
    if (!fs::exists(source, error) && !is_series(source)) return source;
    const fs::path whole = fs::absolute(source, error);
    return error ? source : whole.lexically_normal().string();
}

bool is_file_there(const std::string& source) {
    std::error_code error;
    if (fs::exists(source, error)) return true;
    return is_series(source) && fs::is_directory(fs::path{source}.parent_path(), error);
}

void RecentSources::add(std::string source) {
    std::erase(sources_, source);
    sources_.insert(sources_.begin(), std::move(source));
    if (sources_.size() > most) sources_.resize(most);
}

}  // namespace milkomeda
