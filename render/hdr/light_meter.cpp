#include "render/hdr/light_meter.hpp"

namespace milkomeda {

LightMeter::LightMeter() : pixels_{new_buffer()} {}

void LightMeter::ask(const LightTarget& picture, float scale) {
    if (done_ != nullptr) return;
    cells_ = static_cast<std::size_t>(picture.width()) * static_cast<std::size_t>(picture.height());
    scale_ = scale;
    picture.bind_for_reading();
    glBindBuffer(GL_PIXEL_PACK_BUFFER, pixels_.name());
    glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(cells_ * sizeof(glm::vec4)), nullptr, GL_STREAM_READ);
    glReadPixels(0, 0, picture.width(), picture.height(), GL_RGBA, GL_FLOAT, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    done_.reset(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
}

std::optional<Metering> LightMeter::take(bool wait) {
    if (done_ == nullptr) return std::nullopt;
    constexpr GLuint64 a_second = 1'000'000'000;
    GLenum state = GL_TIMEOUT_EXPIRED;
    do state = glClientWaitSync(done_.get(), GL_SYNC_FLUSH_COMMANDS_BIT, wait ? a_second : 0);
    while (wait && state == GL_TIMEOUT_EXPIRED);
    if (state == GL_TIMEOUT_EXPIRED) return std::nullopt;
    done_.reset();

    glBindBuffer(GL_PIXEL_PACK_BUFFER, pixels_.name());
    const auto size = static_cast<GLsizeiptr>(cells_ * sizeof(glm::vec4));
    const auto* cells = static_cast<const glm::vec4*>(glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, size, GL_MAP_READ_BIT));
    std::optional<Metering> metering;
    if (cells != nullptr) metering = measure({cells, cells_}, scale_);
    glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return metering;
}

}  // namespace milkomeda
