// Catch2 2.13 and 3.x under one name.
#pragma once

#ifdef SPINBENCH_CATCH2_V2
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
using Catch::Approx;
#endif
