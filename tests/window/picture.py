"""Reads screenshots without a PNG library; supports only 8-bit RGB or RGBA."""

import struct
import zlib


class Picture:
    def __init__(self, file):
        with open(file, "rb") as stream:
            data = stream.read()
        if data[:8] != b"\x89PNG\r\n\x1a\n":
            raise ValueError(f"{file} is no PNG")
        packed, at = b"", 8
        while at < len(data):
            length, kind = struct.unpack_from(">I4s", data, at)
            if kind == b"IHDR":
                self.width, self.height, depth, color = struct.unpack_from(">IIBB", data, at + 8)
                self.channels = {2: 3, 6: 4}[color]
                if depth != 8:
                    raise ValueError(f"{file} has {depth} bits")
            if kind == b"IDAT":
                packed += data[at + 8:at + 8 + length]
            at += 12 + length
        self.rows = list(self._unfiltered(zlib.decompress(packed)))

    def _unfiltered(self, data):
        """Reverses the filters of PNG (specification, chapter 9), which store each byte as its difference from a
        prediction by neighboring bytes."""
        length, step = self.width * self.channels, self.channels
        above = bytearray(length)
        for start in range(0, len(data), length + 1):
            kind, row = data[start], bytearray(data[start + 1:start + 1 + length])
            for i in range(length if kind else 0):
                left, up = row[i - step] if i >= step else 0, above[i]
                corner = above[i - step] if i >= step else 0
                if kind == 4:
                    guess = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
                else:
                    guess = [0, left, up, (left + up) // 2][kind]
                row[i] = (row[i] + guess) & 255
            yield row
            above = row

    def light(self, channel):
        """Returns the mean of a color channel, red (0), green (1) or blue (2), over all pixels; 0 to 255."""
        return sum(sum(row[channel::self.channels]) for row in self.rows) / (self.width * self.height)

    def share_lit(self):
        """Returns the share of pixels that are clearly brighter than black."""
        reds = b"".join(row[0::self.channels] for row in self.rows)
        return sum(value > 20 for value in reds) / len(reds)
