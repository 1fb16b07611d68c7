// Distinct solutions that a search found.
#pragma once

#include "data/search/pair_box.hpp"
#include "data/search/state_text.hpp"

namespace milkomeda {

// A group of similar encounters.
struct PairFamily {
    SearchPoint best;
    double value = 0;         // of the best member: the score minus the penalties
    std::size_t members = 0;  // members within `accepted_loss` of the best member, at most 32
    SearchPoint spread;       // standard deviations of the unknowns of these members
};

// Collects good points and divides them into families. A point belongs to the family of a better point if both have the
// same spins and a distance of at most `family_radius`. Two mirror images belong to the same family.
class PairFamilies {
  public:
    static constexpr double family_radius = 0.15;  // PairBox::distance()
    static constexpr double accepted_loss = 0.5;   // about the noise of the usual score
    static constexpr std::size_t most_families = 12;

    void add(const PairBox& box, const std::vector<SearchPoint>& points, const std::vector<double>& values);
    // Removes all points for which `is_removed` is true.
    template <typename Condition>
    void remove(Condition is_removed) {
        std::erase_if(members_, [&](const Member& member) { return is_removed(member.point); });
    }

    // Returns the families with descending values.
    std::vector<PairFamily> families() const;

    // Returns the points of the `count` best members of each family.
    std::vector<SearchPoint> best_members(std::size_t count) const;

    void save(StateWriter& state) const;
    void restore(StateReader& state);

  private:
    struct Member {
        SearchPoint point;
        double value;
        std::size_t family;
    };
    std::vector<Member> members_;  // with descending values
};

// Returns true if both points belong to a family with the radius `radius`.
bool are_similar(const PairBox& box, const SearchPoint& a, const SearchPoint& b,
                 double radius = PairFamilies::family_radius);

}  // namespace milkomeda
