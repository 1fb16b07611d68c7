#include "data/hdf5/hdf5_handle.hpp"

#include <stdexcept>
#include <string_view>

namespace milkomeda {
namespace {

// Searches HDF5's error stack for the operating system's error message, such as "File too large".
herr_t find_system_error(unsigned, const H5E_error2_t* error, void* words) {
    constexpr std::string_view lead = "error message = '";
    const std::string_view text = error->desc ? error->desc : "";
    if (const std::size_t at = text.find(lead); at != text.npos) {
        const std::string_view rest = text.substr(at + lead.size());
        *static_cast<std::string*>(words) = rest.substr(0, rest.find('\''));
    }
    return 0;
}

}  // namespace

void fail_in_hdf5(const std::string& what) {
    std::string words;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, find_system_error, &words);
    throw std::runtime_error("HDF5 cannot " + what + (words.empty() ? "" : ": " + words));
}

}  // namespace milkomeda
