// The light around a pixel, in stops: of bright regions it is taken back, so that what is in them keeps its contrast.
// He, Sun & Tang 2013, IEEE TPAMI 35, 1397: the guided filter follows edges, so that nothing gets a halo; found in a
// small picture (He & Sun 2015, arXiv 1505.00996).

// In stops above what is hardly seen, 0 for darkness.
float stops(float brightness) { return log2(1.0 + 8.0 * brightness); }

// Parts of the variance of stops that belong to what is seen there, and not to its edge.
const float detail_variance = 2.0;
