// Local tone mapping: the brightness of a pixel's neighborhood in stops. Reducing it keeps contrast inside
// bright regions. The guided filter (He, Sun & Tang 2013, IEEE TPAMI 35, 1397) follows edges and so avoids
// halos; it runs on a reduced picture (He & Sun 2015, arXiv 1505.00996).

// Brightness in stops above the barely visible; 0 for darkness.
float stops(float brightness) { return log2(1.0 + 8.0 * brightness); }

// Variance in stops^2 up to which contrast counts as detail rather than as an edge.
const float detail_variance = 2.0;
