// A shared buffer consists of a buffer of OpenGL and an ordinary OpenCL buffer. Acquiring copies OpenGL's content to
// the OpenCL buffer. Releasing copies the content back and fills the OpenCL buffer with NaN. A program that reads
// without acquiring therefore gets no usable data, as the standard allows.
#include "tests/cl_gl_layer/shared_buffers.hpp"

#include <vector>

#include "tests/cl_gl_layer/contexts.hpp"
#include "tests/cl_gl_layer/gl_buffers.hpp"
#include "tests/cl_gl_layer/layer.hpp"
#include "tests/cl_gl_layer/switches.hpp"

namespace milkomeda::layer {
namespace {

constexpr std::byte nan_byte{0xff};  // A float or double with all bits set is NaN.

enum class Turn { acquire, release };

const char* name_of(Turn turn) { return turn == Turn::acquire ? "acquire" : "release"; }

cl_int fill_with_nan(cl_command_queue queue, cl_mem buffer, std::size_t size) {
    const std::vector<std::byte> nans(size, nan_byte);
    return driver().clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, size, nans.data(), 0, nullptr, nullptr);
}

cl_int copy_from_gl(cl_command_queue queue, cl_mem buffer, const SharedBuffer& shared) {
    const std::vector<std::byte> content = read_gl_buffer(shared.gl_name, shared.size);
    return driver().clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, shared.size, content.data(), 0, nullptr, nullptr);
}

cl_int copy_to_gl(cl_command_queue queue, cl_mem buffer, const SharedBuffer& shared) {
    std::vector<std::byte> content(shared.size);
    const cl_int error =
        driver().clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, shared.size, content.data(), 0, nullptr, nullptr);
    if (error != CL_SUCCESS) return error;
    if (!is_lying()) write_gl_buffer(shared.gl_name, content);
    return fill_with_nan(queue, buffer, shared.size);
}

// Returns the error of an acquire or release call. Errors that the standard defines are always returned. Misuse that
// the standard leaves undefined is an error only in strict mode.
cl_int check_turn(Turn turn, cl_mem buffer) {
    const auto shared = shared_buffers().find(buffer);
    if (!shared) {
        misuse(name_of(turn), " of a buffer that is not shared with OpenGL");
        return CL_INVALID_GL_OBJECT;
    }
    if (gl_buffer_size(shared->gl_name) != shared->size) {
        misuse(name_of(turn), " of OpenGL's buffer ", shared->gl_name,
               ", which was deleted or resized after it was shared");
        return CL_INVALID_GL_OBJECT;
    }
    if (shared->is_acquired == (turn == Turn::acquire)) {
        misuse(name_of(turn), " of OpenGL's buffer ", shared->gl_name, " twice");
        if (is_strict()) return CL_INVALID_OPERATION;
    }
    return CL_SUCCESS;
}

// Acquire and release copy immediately instead of enqueuing a command. Commands that wait for the event or
// the queue see no difference.
cl_int take_turn(Turn turn, cl_command_queue queue, cl_uint count, const cl_mem* buffers, cl_uint wait_count,
                 const cl_event* wait_events, cl_event* event_out) {
    if ((count == 0) != (buffers == nullptr)) return CL_INVALID_VALUE;
    if (current_gl_context() == nullptr) {
        misuse(name_of(turn), " while no OpenGL context is current on this thread");
        return CL_INVALID_OPERATION;
    }
    for (cl_uint i = 0; i < count; ++i)
        if (const cl_int error = check_turn(turn, buffers[i]); error != CL_SUCCESS) return error;
    if (wait_count > 0)
        if (const cl_int error = driver().clWaitForEvents(wait_count, wait_events); error != CL_SUCCESS) return error;

    for (cl_uint i = 0; i < count; ++i) {
        const SharedBuffer shared = shared_buffers().find(buffers[i]).value();
        log(name_of(turn), " of OpenGL's buffer ", shared.gl_name, ", ", shared.size, " bytes");
        const cl_int error =
            turn == Turn::acquire ? copy_from_gl(queue, buffers[i], shared) : copy_to_gl(queue, buffers[i], shared);
        if (error != CL_SUCCESS) return error;
        shared_buffers().set_acquired(buffers[i], turn == Turn::acquire);
    }
    return event_out == nullptr ? CL_SUCCESS : driver().clEnqueueMarkerWithWaitList(queue, 0, nullptr, event_out);
}

cl_int CL_API_CALL enqueue_acquire(cl_command_queue queue, cl_uint count, const cl_mem* buffers, cl_uint wait_count,
                                   const cl_event* wait_events, cl_event* event_out) {
    return take_turn(Turn::acquire, queue, count, buffers, wait_count, wait_events, event_out);
}

cl_int CL_API_CALL enqueue_release(cl_command_queue queue, cl_uint count, const cl_mem* buffers, cl_uint wait_count,
                                   const cl_event* wait_events, cl_event* event_out) {
    return take_turn(Turn::release, queue, count, buffers, wait_count, wait_events, event_out);
}

cl_mem CL_API_CALL create_from_gl_buffer(cl_context context, cl_mem_flags flags, cl_GLuint gl_name, cl_int* error_out) {
    if (!shares_with_gl(context)) {
        misuse("clCreateFromGLBuffer: the OpenCL context was not created with an OpenGL context");
        return fail(error_out, CL_INVALID_CONTEXT);
    }
    if (current_gl_context() == nullptr) {
        misuse("clCreateFromGLBuffer: no OpenGL context is current on this thread");
        return fail(error_out, CL_INVALID_OPERATION);
    }
    if ((flags & ~cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY}) != 0)
        return fail(error_out, CL_INVALID_VALUE);
    const std::size_t size = gl_buffer_size(gl_name);
    if (size == 0) return fail(error_out, CL_INVALID_GL_OBJECT);

    std::vector<std::byte> nans(size, nan_byte);
    const cl_mem buffer = driver().clCreateBuffer(context, flags | CL_MEM_COPY_HOST_PTR, size, nans.data(), error_out);
    if (buffer == nullptr) return nullptr;
    shared_buffers().add(buffer, {gl_name, size});
    log("OpenGL's buffer ", gl_name, " is shared, ", size, " bytes");
    return buffer;
}

cl_int CL_API_CALL get_gl_object_info(cl_mem buffer, cl_gl_object_type* type_out, cl_GLuint* gl_name_out) {
    const auto shared = shared_buffers().find(buffer);
    if (!shared) return CL_INVALID_GL_OBJECT;
    if (type_out != nullptr) *type_out = CL_GL_OBJECT_BUFFER;
    if (gl_name_out != nullptr) *gl_name_out = shared->gl_name;
    return CL_SUCCESS;
}

cl_int CL_API_CALL retain(cl_mem buffer) {
    const cl_int error = driver().clRetainMemObject(buffer);
    if (error == CL_SUCCESS) shared_buffers().add_reference(buffer, +1);
    return error;
}

cl_int CL_API_CALL release(cl_mem buffer) {
    const auto shared = shared_buffers().find(buffer);
    if (shared && shared->references == 1) {
        if (shared->is_acquired) {
            misuse("OpenGL's buffer ", shared->gl_name, " is freed while it is acquired");
            if (is_strict()) return CL_INVALID_OPERATION;
        }
        // The entry must be removed before the driver frees the buffer, because another thread may then get a new
        // buffer at the same address.
        shared_buffers().remove(buffer);
    } else if (shared) {
        shared_buffers().add_reference(buffer, -1);
    }
    return driver().clReleaseMemObject(buffer);
}

}  // namespace

void SharedBuffers::add(cl_mem buffer, const SharedBuffer& shared) {
    const std::lock_guard lock{mutex_};
    buffers_[buffer] = shared;
}

void SharedBuffers::remove(cl_mem buffer) {
    const std::lock_guard lock{mutex_};
    buffers_.erase(buffer);
}

std::optional<SharedBuffer> SharedBuffers::find(cl_mem buffer) {
    const std::lock_guard lock{mutex_};
    const auto found = buffers_.find(buffer);
    if (found == buffers_.end()) return std::nullopt;
    return found->second;
}

void SharedBuffers::set_acquired(cl_mem buffer, bool is_acquired) {
    const std::lock_guard lock{mutex_};
    if (const auto found = buffers_.find(buffer); found != buffers_.end()) found->second.is_acquired = is_acquired;
}

void SharedBuffers::add_reference(cl_mem buffer, int difference) {
    const std::lock_guard lock{mutex_};
    if (const auto found = buffers_.find(buffer); found != buffers_.end()) found->second.references += difference;
}

// Never destroyed, because programs may release OpenCL objects in static destructors.
SharedBuffers& shared_buffers() {
    static SharedBuffers& buffers = *new SharedBuffers;
    return buffers;
}

void install_shared_buffers(cl_icd_dispatch& table) {
    table.clCreateFromGLBuffer = create_from_gl_buffer;
    table.clGetGLObjectInfo = get_gl_object_info;
    table.clEnqueueAcquireGLObjects = enqueue_acquire;
    table.clEnqueueReleaseGLObjects = enqueue_release;
    table.clRetainMemObject = retain;
    table.clReleaseMemObject = release;
}

}  // namespace milkomeda::layer
