// Lists the measurements that a bench omitted. Measurements omitted for one reason are listed together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

struct LeftOut {
    std::string_view name;
    std::string why;  // the reason, including the punctuation after the name
};

// Returns a list such as "naive, tiled: too slow; vector: too large".
inline std::string joined(const std::vector<LeftOut>& rows) {
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool is_last = i + 1 == rows.size(), shares = !is_last && rows[i + 1].why == rows[i].why;
        text.append(rows[i].name);
        text += shares ? ", " : rows[i].why + (is_last ? "" : "; ");
    }
    return text;
}

}  // namespace milkomeda
