// The main of Catch2 2.13; Catch2 3 links its own.
#ifdef SPINBENCH_CATCH2_V2
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
