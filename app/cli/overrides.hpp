// Changes that the command line or a scene makes to some members of a struct.
#pragma once

#include <functional>
#include <vector>

namespace milkomeda {

// Functions that change members of an `Owner`, in the order in which with_overrides() calls them.
template <typename Owner>
using Overrides = std::vector<std::function<void(Owner&)>>;

template <typename Owner>
Owner with_overrides(Owner owner, const Overrides<Owner>& overrides) {
    for (const auto& change : overrides) change(owner);
    return owner;
}

}  // namespace milkomeda
