// Numbers of 32 bits for the ids in the snapshots of a series.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace milkomeda {

// Gives each body the same number in every snapshot of a series. Not thread-safe.
// - If the ids of the first snapshot fit 32 bits, ids below 2^31 are used as numbers. All other ids are numbered from
//   2^31 on.
// - Otherwise all ids are numbered from 0 on, in ascending order within each snapshot.
// - Bodies with equal ids get different numbers, in the order of their rows. They keep these numbers in another
//   snapshot if equally many bodies have the id there. Otherwise they get new numbers.
class IdNumbers {
  public:
    // Returns one number per row. If `counts_from_1` is true and no id of the first snapshot is 0, subtracts 1 from the
    // ids that are used as numbers.
    std::vector<std::uint32_t> numbers(std::span<const std::uint64_t> ids, bool counts_from_1);
    // Returns the number of rows in the newest snapshot whose id also belongs to a preceding row.
    std::size_t repeated() const { return repeated_; }

  private:
    // id of a body, the number of bodies that have this id, and the rank of the body among them
    using Key = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>;
    struct Numbered {
        Key key;
        std::uint32_t number;
    };
    std::vector<std::uint32_t> listed(std::span<const std::uint64_t> ids);

    std::vector<Numbered> known_;  // ids that are not used as numbers, with assigned numbers; sorted by key
    std::uint64_t begin_ = 0;      // id with the number 0
    std::uint64_t plain_end_ = 0;  // ids with id - begin_ < plain_end_ are used as numbers
    std::uint32_t next_ = 0;
    std::size_t repeated_ = 0;
    bool is_used_ = false;
};

}  // namespace milkomeda
