#include "compute/examples/matrix.hpp"

#include <cmath>

#include "data/base/random.hpp"
#include "devices.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

TEST_CASE("matrix products of every kernel agree with double-precision products for every matrix width") {
    on_every_device([](const Device& device) {
        const cl::Context context{handle_of(device)};
        const cl::CommandQueue queue{context, handle_of(device)};
        for (const MatrixForm& form : matrix_forms) {
            CAPTURE(form.name);
            MatrixProduct product{{context, device, queue, built_in_kernels()}, form};
            for (const std::size_t width : {1, 15, 16, 17, 100}) {
                CAPTURE(width);
                Random random(width);
                std::vector<float> a(width * width), b(width * width);
                for (float& each : a) each = static_cast<float>(random.normal());
                for (float& each : b) each = static_cast<float>(random.normal());
                product.set(a, b, width);
                product.enqueue();
                const std::vector<float> c = product.read();
                double difference = 0, size = 0;
                for (std::size_t row = 0; row < width; ++row)
                    for (std::size_t column = 0; column < width; ++column) {
                        double sum = 0;
                        for (std::size_t k = 0; k < width; ++k)
                            sum += double{a[row * width + k]} * b[k * width + column];
                        difference += std::pow(c[row * width + column] - sum, 2);
                        size += sum * sum;
                    }
                // Each of a hundred additions in single precision has a relative error of about 6e-8, with random sign.
                CHECK(std::sqrt(difference / size) < 1e-6);
            }
        }
    });
}
