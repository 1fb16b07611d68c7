#include "compute/examples/matrix.hpp"

namespace milkomeda {

MatrixProduct::MatrixProduct(const KernelContext& context, const MatrixForm& form)
    : context_{context},
      tile_{handle_of(context.device).getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() >= 256 ? 16u : 8u},
      multiply_{context.build({std::string{form.source}}, definitions({{"TILE_EDGE", tile_}})), "multiply"} {}

void MatrixProduct::set(const std::vector<float>& a, const std::vector<float>& b, std::size_t width) {
    width_ = width;
    for (cl::Buffer* matrix : {&a_, &b_, &c_}) *matrix = context_.buffer<float>(width * width);
    context_.queue.enqueueWriteBuffer(a_, CL_TRUE, 0, a.size() * sizeof(float), a.data());
    context_.queue.enqueueWriteBuffer(b_, CL_TRUE, 0, b.size() * sizeof(float), b.data());
}

void MatrixProduct::enqueue() {
    const std::size_t padded = round_up(width_, tile_);
    milkomeda::enqueue(context_.queue, multiply_, cl::NDRange{padded, padded}, cl::NDRange{tile_, tile_}, a_, b_,
                       width_, c_);
}

std::vector<float> MatrixProduct::read() const { return read_items<float>(context_.queue, c_, width_ * width_); }

}  // namespace milkomeda
