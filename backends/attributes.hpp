// Marks a function that host and device code share.
#pragma once

#if defined(__CUDACC__) || defined(__HIPCC__)
#define SPINBENCH_FN __host__ __device__
#define SPINBENCH_FORCEINLINE __forceinline__
#else
#define SPINBENCH_FN
#define SPINBENCH_FORCEINLINE inline
#endif
