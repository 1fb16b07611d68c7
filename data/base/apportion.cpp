#include "data/base/apportion.hpp"

#include <algorithm>
#include <numeric>

namespace milkomeda {

std::vector<std::size_t> apportion(std::size_t total, const std::vector<double>& weights) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<std::size_t> shares;
    std::vector<double> remainders;
    for (const double weight : weights) {
        const double quota = static_cast<double>(total) * weight / sum;
        shares.push_back(static_cast<std::size_t>(quota));
        remainders.push_back(quota - static_cast<double>(shares.back()));
    }

    for (std::size_t given = std::accumulate(shares.begin(), shares.end(), std::size_t{0}); given < total; ++given) {
        const auto largest = std::max_element(remainders.begin(), remainders.end());
        ++shares[static_cast<std::size_t>(largest - remainders.begin())];
        *largest -= 1;
    }
    for (std::size_t& share : shares)
        if (share == 0) {
            --*std::max_element(shares.begin(), shares.end());
            share = 1;
        }
    return shares;
}

}  // namespace milkomeda
