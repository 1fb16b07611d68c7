#include "compute/examples/matrix.hpp"

#include "compute/device/program.hpp"

namespace milkomeda {
namespace {

// Returns the edge of a square work-group: 16 if the device allows groups of 256 work-items, else 8.
std::size_t tile_on(const Device& device) {
    return handle_of(device).getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() >= 256 ? 16 : 8;
}

}  // namespace

MatrixProduct::MatrixProduct(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                             const ReadAsset& read, const MatrixForm& form)
    : context_{context},
      queue_{queue},
      tile_{tile_on(device)},
      multiply_{
          build_program(context, device, read, {std::string{form.source}}, "-DTILE_EDGE=" + std::to_string(tile_)),
          "multiply"} {}

void MatrixProduct::set(const std::vector<float>& a, const std::vector<float>& b, std::size_t width) {
    width_ = width;
    const std::size_t bytes = width * width * sizeof(float);
    a_ = cl::Buffer{context_, CL_MEM_READ_ONLY, bytes};
    b_ = cl::Buffer{context_, CL_MEM_READ_ONLY, bytes};
    c_ = cl::Buffer{context_, CL_MEM_WRITE_ONLY, bytes};
    queue_.enqueueWriteBuffer(a_, CL_TRUE, 0, bytes, a.data());
    queue_.enqueueWriteBuffer(b_, CL_TRUE, 0, bytes, b.data());
}

void MatrixProduct::enqueue() {
    const std::size_t padded = round_up(width_, tile_);
    milkomeda::enqueue(queue_, multiply_, cl::NDRange{padded, padded}, cl::NDRange{tile_, tile_}, a_, b_,
                       cl_uint(width_), c_);
}

std::vector<float> MatrixProduct::read() const {
    std::vector<float> c(width_ * width_);
    queue_.enqueueReadBuffer(c_, CL_TRUE, 0, c.size() * sizeof(float), c.data());
    return c;
}

}  // namespace milkomeda
