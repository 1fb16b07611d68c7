// The formats of films: one row each. What ffmpeg is told of them, and what players can make of them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

struct VideoFormat {
    std::string_view extension;         // ".mp4"
    std::string_view name;              // of it, for people
    std::string_view muxer;             // ffmpeg's -f, and what it is told
    std::string_view codec;             // filters and codec: what makes a picture of it
    std::string_view while_it_is_made;  // of the muxer: so that what is cut off anywhere can be played
    std::string_view when_it_is_whole;  // the same of the film that stands under its name
    double usual_rate, most_rate;       // frames per second
    bool keeps_metadata = true;         // else its comment is put into the file (film_comment.hpp)
};

// "MP4" first, which everybody can play.
const std::vector<VideoFormat>& video_formats();

// Null for another extension.
const VideoFormat* video_format_of(const std::filesystem::path& file);

// ".mp4, .webm, .mkv, .gif, .apng".
std::string video_extensions();

}  // namespace milkomeda
