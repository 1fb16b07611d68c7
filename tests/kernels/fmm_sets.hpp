// Helpers for tests of the fast multipole method: the kernel forms of a device, and difficult sets of bodies.
#pragma once

#include <cmath>
#include <map>
#include <string>

#include "compute/fmm/fmm.hpp"
#include "compute/kernels/device_traits.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

namespace milkomeda::test {

// Builds the programs of a kernel form once for all tests. The programs are never released, because drivers may be
// unloaded at exit before static destructors run.
inline FmmContext fmm_context(const Device& device, FmmForm form, const ExpansionOrders& orders) {
    static auto& places = *new std::map<std::string, FmmContext>;
    const std::string name = std::to_string(device.index) + ' ' + std::to_string(static_cast<int>(form)) + ' ' +
                             std::to_string(orders.locals);
    if (const auto found = places.find(name); found != places.end()) return found->second;
    const cl::Context context{handle_of(device)};
    const ReadAsset read = [text = expansion_source(orders)](std::string_view file) {
        return file == "kernels/fmm/expansions.h" ? text : built_in_kernels()(file);
    };
    const unsigned width = form == FmmForm::vectors ? DeviceTraits{device}.vector_width : 1;
    const cl::CommandQueue queue{context, handle_of(device)};
    return places.emplace(name, FmmContext{{context, device, queue, read}, form, width}).first->second;
}

// Calls `test` with the device and each kernel form. The vector form is used only on drivers that need explicit vectors
// in the kernel source.
template <typename Test>
void in_every_form(const Device& device, Test test) {
    for (const FmmForm form : {FmmForm::lanes, FmmForm::vectors}) {
        if (form == FmmForm::vectors && !DeviceTraits{device}.wants_vectors) continue;
        CAPTURE(static_cast<int>(form));
        test(device, form);
    }
}
template <typename Test>
void on_every_form(Test test) {
    on_every_device([&](const Device& device) { in_every_form(device, test); });
}
// Calls `test` on the first device only, for long tests whose arithmetic is equal on all drivers.
template <typename Test>
void on_first_device_in_every_form(Test test) {
    in_every_form(list_devices().at(0), test);
}

template <typename Number>
std::vector<Number> read_back(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t count) {
    std::vector<Number> numbers(count);
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(Number), numbers.data());
    return numbers;
}

inline cl::Buffer upload(const FmmContext& place, const std::vector<Float4>& bodies) {
    cl::Buffer buffer = place.buffer<cl_float4>(bodies.size());
    if (!bodies.empty())
        place.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bodies.size() * sizeof(Float4), bodies.data());
    return buffer;
}

// Returns a Plummer sphere (Aarseth, Henon and Wielen 1974) of total mass 1, or a difficult set of bodies made from
// such a sphere.
inline std::vector<Float4> bodies_of(const std::string& kind, std::size_t count) {
    constexpr double pi = 3.14159265358979;
    std::uint64_t state = 1;
    const auto next = [&state] {  // This generator is splitmix64 (Steele, Lea and Flood 2014).
        std::uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return static_cast<double>((z ^ z >> 31) >> 11) * 0x1p-53;
    };
    std::vector<Float4> bodies;
    const auto mass = static_cast<float>(1.0 / static_cast<double>(count));
    const auto add = [&](double x, double y, double z) {
        bodies.push_back({static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), mass});
    };
    const auto add_at = [&](double radius) {
        const double cosine = 2 * next() - 1, angle = 2 * pi * next(), sine = std::sqrt(1 - cosine * cosine);
        add(radius * sine * std::cos(angle), radius * sine * std::sin(angle), radius * cosine);
    };
    const auto edge = std::max(1, static_cast<int>(std::cbrt(static_cast<double>(count))));
    for (std::size_t i = 0; i < count; ++i) {
        const auto cell = static_cast<int>(i);
        add_at(1 / std::sqrt(std::pow(0.999 * next() + 1e-9, -2.0 / 3) - 1));
        Float4& body = bodies.back();
        if (kind == "coincident" || (kind == "half coincident" && i % 2)) body = {3, 4, 5, mass};
        if (kind == "two clumps" && i % 2) body.x += 1e6f;
        if (kind == "outlier 1e3" && i == 0) body.x = 1e3f;
        if (kind == "outlier 1e6" && i == 0) body.x = 1e6f;
        if (kind == "line") body = {static_cast<float>(next()), 0, 0, mass};
        if (kind == "plane") body = {static_cast<float>(next()), static_cast<float>(next()), 0, mass};
        if (kind == "lattice")
            body = {static_cast<float>(cell % edge), static_cast<float>(cell / edge % edge),
                    static_cast<float>(cell / edge / edge), mass};
        if (kind == "mass ratio") body.w = i ? 1e-9f : 1;
        if (kind == "half massless" && i % 2) body.w = 0;
        if (kind == "massless") body.w = 0;
        if (kind == "offset") body.x += 1e5f, body.y -= 1e5f;
    }
    return bodies;
}

}  // namespace milkomeda::test
