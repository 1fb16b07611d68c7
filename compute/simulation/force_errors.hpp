// How exact a solver's forces are.
#pragma once

#include <cstdio>
#include <string>

namespace milkomeda {

// Of |a - direct| / |direct|.
struct ForceErrors {
    float p50 = 0, p99 = 0, most = 0;
};

// A line for people.
inline std::string to_text(const ForceErrors& errors) {
    char text[96];
    std::snprintf(text, sizeof text, "force errors: p50 %.2g, p99 %.2g, max %.2g", double{errors.p50},
                  double{errors.p99}, double{errors.most});
    return text;
}

}  // namespace milkomeda
