// Suggestions for mistyped words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

// Returns a suggestion such as "; did you mean antennae?" for the end of a message about the unknown word `typed`. The
// suggestion contains at most two words of `known`, those with the fewest typing errors. A typing error is a wrong,
// missing, extra or swapped letter; the case of letters is ignored. Returns an empty text if `known` contains `typed`,
// or if every word of `known` has more than two typing errors, or more than one per three letters.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known);

}  // namespace milkomeda
