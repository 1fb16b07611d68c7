# Options with which GADGET-4 is compiled for the run in param.txt.
NTYPES=6
SELFGRAVITY
EVALPOTENTIAL
DOUBLEPRECISION=1
@gas_options@
