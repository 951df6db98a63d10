# A Spack recipe: `spack repo create spinbench-repo`, this file as packages/spinbench/package.py in it, `spack repo add`, and
# `spack dev-build spinbench@0.2.0` in the checkout.
#
# Not run: there was no Spack where this was written; only that Python compiles the file was tried. It names no archive to download,
# since no release has been made: dev-build takes the checkout as it is.
from spack.package import *


class Spinbench(CMakePackage, CudaPackage):
    """Benchmarks of Monte Carlo simulations of spin models, each verified before it is timed."""

    license("MIT")
    version("0.2.0")

    variant("kokkos", default=False, description="Build the Kokkos backend")

    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("ninja", type="build")
    depends_on("benchmark")
    depends_on("nlohmann-json")
    depends_on("cli11")
    depends_on("cuda@12:", when="+cuda")
    depends_on("kokkos@3.4:", when="+kokkos")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define("SPINBENCH_TESTS", False),
            self.define("SPINBENCH_HIP", "OFF"),
            self.define("SPINBENCH_CUDA", "ON" if "+cuda" in self.spec else "OFF"),
            self.define("SPINBENCH_KOKKOS", "ON" if "+kokkos" in self.spec else "OFF"),
        ]
        architectures = self.spec.variants["cuda_arch"].value if "+cuda" in self.spec else ("none",)
        if "none" not in architectures:
            args.append(self.define("CMAKE_CUDA_ARCHITECTURES", ";".join(architectures)))
        return args
