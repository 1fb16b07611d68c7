// Table of the video formats, with ffmpeg's arguments and the frame rates that players support.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

struct VideoFormat {
    std::string_view extension;  // file extension, such as ".mp4"
    std::string_view name;       // name shown to the user
    std::string_view muxer;      // ffmpeg's name of the file format, which the option -f takes
    std::string_view codec;      // ffmpeg's arguments for filters and codec
    // ffmpeg's arguments for the muxer, during encoding (so that an incomplete file can be played) and for the complete
    // file
    std::string_view muxer_while_encoding, muxer_when_complete;
    double usual_rate, most_rate;  // default and largest frame rate in frames per second
    bool keeps_metadata = true;    // true if ffmpeg stores the comment, false if add_comment() stores it
};

// Returns all video formats. The first format is MP4, which most players support.
const std::vector<VideoFormat>& video_formats();

// Returns the format with the file's extension; null if no format has this extension.
const VideoFormat* video_format_of(const std::filesystem::path& file);

// Returns the list of all extensions: ".mp4, .webm, .mkv, .gif, .apng".
std::string video_extensions();

}  // namespace milkomeda
