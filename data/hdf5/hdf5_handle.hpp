// Owner of an HDF5 object, which the destructor closes, and conversion of HDF5 errors to exceptions.
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

namespace milkomeda {

// Throws std::runtime_error that states the failed operation `what` and, if HDF5 provides it, the operating
// system's error message.
[[noreturn]] void fail_in_hdf5(const std::string& what);

inline void require_hdf5(herr_t result, const std::string& what) {
    if (result < 0) fail_in_hdf5(what);
}

class Hdf5Handle {
  public:
    using Close = herr_t (*)(hid_t);

    Hdf5Handle() = default;
    // Throws std::runtime_error if `id` is negative, which is HDF5's error code.
    Hdf5Handle(hid_t id, Close closer, const std::string& what) : id_(id), close_(closer) {
        if (id < 0) fail_in_hdf5(what);
    }
    ~Hdf5Handle() {
        if (id_ >= 0) close_(id_);
    }
    Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
    Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }

    operator hid_t() const { return id_; }
    explicit operator bool() const { return id_ >= 0; }

    // Closes the object and throws on failure. Needed for files, since closing a file writes its last bytes.
    void close(const std::string& what) { require_hdf5(close_(std::exchange(id_, -1)), what); }

  private:
    hid_t id_ = -1;
    Close close_ = nullptr;
};

}  // namespace milkomeda
