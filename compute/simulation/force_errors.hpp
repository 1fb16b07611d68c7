// How exact a solver's forces are.
#pragma once

namespace milkomeda {

// Of |a - direct| / |direct|.
struct ForceErrors {
    float p50 = 0, p99 = 0, most = 0;
};

}  // namespace milkomeda
