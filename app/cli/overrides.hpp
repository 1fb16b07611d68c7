// Changes of a struct by the command line or a scene. Members that are not mentioned keep their values.
#pragma once

#include <functional>
#include <vector>

namespace milkomeda {

// The changes are applied in this order.
template <typename Owner>
using Overrides = std::vector<std::function<void(Owner&)>>;

template <typename Owner>
Owner with_overrides(Owner owner, const Overrides<Owner>& overrides) {
    for (const auto& change : overrides) change(owner);
    return owner;
}

}  // namespace milkomeda
