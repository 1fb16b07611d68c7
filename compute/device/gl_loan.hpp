// OpenGL's buffers in OpenCL's hands, from acquiring to releasing them.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "compute/device/given_up.hpp"
#include "compute/device/opencl.hpp"
#include "compute/device/queue_timer.hpp"

namespace milkomeda {

// They go back whatever happens: a driver may wait for ever for one that does not, when the buffer or its
// context goes (NVIDIA's does). Whoever needs to know that they went calls end(), which throws; the
// destructor tries once more. What does not go back even then is given up, until the device has recovered.
class GlLoan {
  public:
    // `owner` keeps OpenGL's buffers.
    GlLoan(const cl::CommandQueue& queue, std::vector<cl::Memory> buffers, std::shared_ptr<const void> owner)
        : queue_{queue}, lent_{std::make_shared<Lent>(queue, std::move(buffers), std::move(owner))} {}
    ~GlLoan() {
        try {
            end();
        } catch (const cl::Error&) {  // a destructor may not throw
            give_up(std::move(queue_), std::move(lent_));
        }
    }
    GlLoan(const GlLoan&) = delete;
    GlLoan& operator=(const GlLoan&) = delete;

    void end(QueueTimer* timer = nullptr) { lent_->give_back(timer); }

  private:
    class Lent {
      public:
        Lent(const cl::CommandQueue& queue, std::vector<cl::Memory> buffers,
             std::shared_ptr<const void> owner)
            : owner_{std::move(owner)}, queue_{queue}, buffers_{std::move(buffers)} {
            queue_.enqueueAcquireGLObjects(&buffers_);
        }
        ~Lent() {
            try {
                give_back(nullptr);
            } catch (const cl::Error&) {
                if (is_lent_) kept_for_ever().emplace_back(std::move(owner_), std::move(buffers_));
            }
        }
        Lent(const Lent&) = delete;
        Lent& operator=(const Lent&) = delete;

        void give_back(QueueTimer* timer) {
            if (!is_lent_) return;
            {
                const auto timed = measure(timer, "release");
                queue_.enqueueReleaseGLObjects(&buffers_);
                is_lent_ = false;
            }
            queue_.finish();
        }

      private:
        using Kept = std::pair<std::shared_ptr<const void>, std::vector<cl::Memory>>;
        static std::vector<Kept>& kept_for_ever() {
            static auto& kept = *new std::vector<Kept>;
            return kept;
        }

        std::shared_ptr<const void> owner_;  // goes after what OpenCL has of its buffers
        cl::CommandQueue queue_;
        std::vector<cl::Memory> buffers_;
        bool is_lent_ = true;
    };

    cl::CommandQueue queue_;
    std::shared_ptr<Lent> lent_;
};

}  // namespace milkomeda
