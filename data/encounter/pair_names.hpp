// Names of the pairs of galaxies whose models were published.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

struct PairNames {
    std::string model;               // name of the published model, such as HST_Arp244
    std::vector<std::string> names;  // names of the pair; the first is the one to show
};

// Reads data/pairs/names.txt: lines with the name of a model, a blank, and names with semicolons between them. Throws
// std::invalid_argument with the number of a line that has no names.
std::vector<PairNames> parse_pair_names(std::string_view text);

// Returns the names of a model that the list does not contain: "SDSS 587722984435351614" for
// "SDSS_587722984435351614".
PairNames usual_names(const std::string& model);

// Returns true if a user's text is the name of the model or one of the names of the pair, without regard to case,
// blanks and punctuation: "arp244" and "Arp 244, The Antennae" for "Arp 244, the Antennae".
bool is_named(const PairNames& pair, std::string_view typed);

}  // namespace milkomeda
