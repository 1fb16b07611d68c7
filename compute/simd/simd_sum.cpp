#include "compute/simd/simd_sum.hpp"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <functional>
#include <system_error>
#include <thread>

#include "compute/gravity/force_spec.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace milkomeda {
namespace {

constexpr std::size_t block = 256;           // number of bodies per block in the symmetric loop
constexpr std::size_t rows_at_a_time = 128;  // rows that a thread takes from the remaining rows at a time
constexpr std::size_t multiple = 256;        // all columns are padded to a multiple of this number of rows

#if defined(__x86_64__)
// Vector functions for each instruction set. TARGET enables the instruction set for these functions only, so
// the program runs on every processor.
#define INLINE TARGET __attribute__((always_inline))

namespace avx512 {
using floats = __m512;
constexpr std::size_t lanes = 16, vectors = 4, paired = 4;
#define TARGET inline __attribute__((target("avx512f,fma")))
INLINE floats all(float v) { return _mm512_set1_ps(v); }
INLINE floats load(const float* from) { return _mm512_loadu_ps(from); }
INLINE floats add(floats a, floats b) { return _mm512_add_ps(a, b); }
INLINE floats sub(floats a, floats b) { return _mm512_sub_ps(a, b); }
INLINE floats mul(floats a, floats b) { return _mm512_mul_ps(a, b); }
INLINE floats fma(floats a, floats b, floats c) { return _mm512_fmadd_ps(a, b, c); }
INLINE floats fnma(floats a, floats b, floats c) { return _mm512_fnmadd_ps(a, b, c); }
// Uses a mask of all lanes, because GCC 12 warns about the unmasked functions (bug 105593).
INLINE floats estimate_inverse_sqrt(floats v) { return _mm512_maskz_rsqrt14_ps(0xffff, v); }
INLINE floats turned(floats v) {
    const __m512i bits = _mm512_castps_si512(v);
    return _mm512_castsi512_ps(_mm512_maskz_alignr_epi32(0xffff, bits, bits, 1));
}
INLINE void store(float* to, floats v) { _mm512_storeu_ps(to, v); }
#include "compute/simd/simd_loops.hpp"
#undef TARGET
}  // namespace avx512

namespace avx2 {
using floats = __m256;
constexpr std::size_t lanes = 8, vectors = 4, paired = 2;
#define TARGET inline __attribute__((target("avx2,fma")))
INLINE floats all(float v) { return _mm256_set1_ps(v); }
INLINE floats load(const float* from) { return _mm256_loadu_ps(from); }
INLINE floats add(floats a, floats b) { return _mm256_add_ps(a, b); }
INLINE floats sub(floats a, floats b) { return _mm256_sub_ps(a, b); }
INLINE floats mul(floats a, floats b) { return _mm256_mul_ps(a, b); }
INLINE floats fma(floats a, floats b, floats c) { return _mm256_fmadd_ps(a, b, c); }
INLINE floats fnma(floats a, floats b, floats c) { return _mm256_fnmadd_ps(a, b, c); }
INLINE floats estimate_inverse_sqrt(floats v) { return _mm256_rsqrt_ps(v); }
INLINE floats turned(floats v) { return _mm256_permutevar8x32_ps(v, _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0)); }
INLINE void store(float* to, floats v) { _mm256_storeu_ps(to, v); }
#include "compute/simd/simd_loops.hpp"
#undef TARGET
}  // namespace avx2
#endif

SimdColumns zeros(std::size_t rows) {
    const std::vector<float> column(rows);
    return {column, column, column, {}};
}

}  // namespace

std::vector<SimdLoop> simd_loops() {
    std::vector<SimdLoop> loops;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) {
        loops.push_back({"AVX-512", KernelForm::one_sided, avx512::one_sided});
        loops.push_back({"AVX-512", KernelForm::symmetric, avx512::symmetric});
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        loops.push_back({"AVX2", KernelForm::one_sided, avx2::one_sided});
        loops.push_back({"AVX2", KernelForm::symmetric, avx2::symmetric});
    }
#endif
    return loops;
}

// A pool of threads. The calling thread is thread 0. All other threads sleep until run() gives them work; an empty
// `work` ends these threads.
class SimdSum::Threads {
  public:
    using Work = std::function<void(std::size_t thread)>;

    explicit Threads(std::size_t size)
        : start{static_cast<std::ptrdiff_t>(size)}, finish{static_cast<std::ptrdiff_t>(size)} {
        const auto begin = [this](std::size_t thread) {
            others.emplace_back([this, thread] {
                for (start.arrive_and_wait(); work; start.arrive_and_wait()) {
                    work(thread);
                    finish.arrive_and_wait();
                }
            });
        };
        std::size_t begun = 1;  // number of threads, including the calling thread
        try {
            for (; begun < size; ++begun) begin(begun);
        } catch (const std::system_error&) {
            for (; begun < size; ++begun) start.arrive_and_drop(), finish.arrive_and_drop();
        }
    }
    std::size_t size() const { return 1 + others.size(); }
    ~Threads() {
        work = nullptr;
        start.arrive_and_wait();
        for (std::thread& other : others) other.join();
    }
    void run(Work wanted) {
        work = std::move(wanted);
        start.arrive_and_wait();
        work(0);
        finish.arrive_and_wait();
    }

  private:
    Work work;
    std::barrier<> start, finish;
    std::vector<std::thread> others;
};

// Padding rows have the position of the last body and mass 0, so that they attract no body.
SimdSum::SimdSum(const std::vector<Float4>& bodies, double softening, unsigned threads)
    : bodies_{bodies.size()},
      softening_squared_{softening_squared({.softening = softening})},
      threads_{std::make_unique<Threads>(threads)} {
    const std::size_t rows = (bodies.size() + multiple - 1) / multiple * multiple;
    for (std::size_t row = 0; row < rows; ++row) {
        const Float4& body = bodies[std::min(row, bodies.size() - 1)];
        columns_.x.push_back(body.x);
        columns_.y.push_back(body.y);
        columns_.z.push_back(body.z);
        columns_.mass.push_back(row < bodies.size() ? body.w : 0);
    }
    sums_.resize(threads_->size());
    sums_[0] = zeros(rows);
}

SimdSum::~SimdSum() = default;

std::size_t SimdSum::sum(const SimdLoop& loop, double share) {
    const std::size_t rows = columns_.x.size();
    std::atomic<std::size_t> next = 0;
    if (loop.form == KernelForm::one_sided) {
        const auto wanted = static_cast<std::size_t>(share * static_cast<double>(rows));
        const std::size_t end = std::min(rows, (wanted + rows_at_a_time - 1) / rows_at_a_time * rows_at_a_time);
        threads_->run([&](std::size_t) {
            for (std::size_t first; (first = next.fetch_add(rows_at_a_time)) < end;)
                loop.run(columns_, softening_squared_, first, first + rows_at_a_time, sums_[0]);
        });
        return std::min(end, bodies_);
    }
    threads_->run([&](std::size_t thread) {
        SimdColumns& sums = sums_[thread];
        if (sums.x.empty()) sums = zeros(rows);
        for (std::vector<float>* column : {&sums.x, &sums.y, &sums.z}) std::ranges::fill(*column, 0.0f);
        for (std::size_t first; (first = next.fetch_add(1)) < rows / block;)
            loop.run(columns_, softening_squared_, first, rows / block, sums);
    });
    next = 0;
    threads_->run([&](std::size_t) {
        for (std::size_t first; (first = next.fetch_add(rows_at_a_time)) < rows;)
            for (std::size_t thread = 1; thread < sums_.size(); ++thread)
                for (std::size_t row = first; row < first + rows_at_a_time; ++row) {
                    sums_[0].x[row] += sums_[thread].x[row];
                    sums_[0].y[row] += sums_[thread].y[row];
                    sums_[0].z[row] += sums_[thread].z[row];
                }
    });
    return bodies_;
}

std::vector<Float4> SimdSum::accelerations() const {
    std::vector<Float4> found(bodies_);
    for (std::size_t row = 0; row < bodies_; ++row) found[row] = {sums_[0].x[row], sums_[0].y[row], sums_[0].z[row], 0};
    return found;
}

}  // namespace milkomeda
