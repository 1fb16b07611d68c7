// Table of the video formats. Each row has ffmpeg's arguments for a format and the frame rates of players.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

struct VideoFormat {
    std::string_view extension;  // extension, such as ".mp4"
    std::string_view name;       // name shown to the user
    std::string_view muxer;      // value of ffmpeg's option -f
    std::string_view codec;      // ffmpeg's arguments for filters and codec
    // ffmpeg's arguments for the muxer during encoding, so that an incomplete file can be played
    std::string_view while_it_is_made;
    std::string_view when_it_is_whole;  // ffmpeg's arguments for the muxer of the complete file
    double usual_rate, most_rate;       // default and largest frame rate in frames per second
    bool keeps_metadata = true;         // false: add_comment() stores the comment, not ffmpeg
};

// Returns all video formats. The first row is MP4, which most players support.
const std::vector<VideoFormat>& video_formats();

// Returns the format with the file's extension; null if there is no such format.
const VideoFormat* video_format_of(const std::filesystem::path& file);

// Returns the list of all extensions: ".mp4, .webm, .mkv, .gif, .apng".
std::string video_extensions();

}  // namespace milkomeda
