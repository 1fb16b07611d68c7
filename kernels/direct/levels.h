// Rounding errors grow with the length of a sum, so the direct sum has three levels: the pairs of a run, the
// runs of a part, and the parts. Three short sums lose ten times less precision than a long one, at no cost.

#define RUN 128u    // sources per run
#define PART 2048u  // sources per part; a multiple of RUN
