// What the command line or a scene says of a struct; what it does not say stays.
#pragma once

#include <functional>
#include <vector>

namespace milkomeda {

// Made in this order.
template <typename Owner>
using Overrides = std::vector<std::function<void(Owner&)>>;

template <typename Owner>
Owner with_overrides(Owner owner, const Overrides<Owner>& overrides) {
    for (const auto& change : overrides) change(owner);
    return owner;
}

}  // namespace milkomeda
