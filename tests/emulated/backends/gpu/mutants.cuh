// In place of backends/gpu/mutants.cuh: the device that this host plays looks at the host's variable.
#pragma once
