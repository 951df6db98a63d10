// In place of backends/gpu/runtime.hpp.
#pragma once

#include "backends/gpu/device.cuh"
