// Table of the video formats: one row each, with ffmpeg's arguments and the limits of players.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

struct VideoFormat {
    std::string_view extension;  // for example ".mp4"
    std::string_view name;       // name shown to the user
    std::string_view muxer;      // value of ffmpeg's option -f
    std::string_view codec;      // ffmpeg's arguments for filters and codec
    // ffmpeg's arguments for the muxer during encoding: the file can be played even if it is cut off
    std::string_view while_it_is_made;
    std::string_view when_it_is_whole;  // ffmpeg's arguments for the muxer of the finished file
    double usual_rate, most_rate;       // frames per second
    bool keeps_metadata = true;         // false: add_comment() writes the comment (video_comment.hpp)
};

// The first row is MP4, which most players support.
const std::vector<VideoFormat>& video_formats();

// Returns null if no format has the file's extension.
const VideoFormat* video_format_of(const std::filesystem::path& file);

// List of the extensions: ".mp4, .webm, .mkv, .gif, .apng".
std::string video_extensions();

}  // namespace milkomeda
