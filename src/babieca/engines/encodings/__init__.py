"""Questions written for the solvers of other problems: SAT, integer programs, MiniZinc, TSP."""
