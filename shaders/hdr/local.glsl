// Local tone mapping: estimates the brightness of a pixel's neighborhood in stops. Reducing this brightness
// keeps contrast inside bright regions. The guided filter (He, Sun & Tang 2013, IEEE TPAMI 35, 1397) follows
// edges and so avoids halos. The filter runs on a reduced picture (He & Sun 2015, arXiv 1505.00996).

// Converts linear brightness to stops above the barely visible level; darkness gives 0.
float stops(float brightness) { return log2(1.0 + 8.0 * brightness); }

// Variance threshold in stops^2: smaller local variance counts as detail, larger variance as an edge.
const float detail_variance = 2.0;
