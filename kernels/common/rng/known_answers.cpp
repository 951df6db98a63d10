#include "kernels/common/rng/known_answers.hpp"

#include "kernels/common/rng/generators.hpp"

namespace spinbench::rng {

Check check_known_answers(const std::string& name) {
  const Agreement own =
      with_generator(name, [](auto tag, Seeding) { return compare_generator<typename decltype(tag)::type>(); });
  Agreement seeding = compare<SplitMix64Sequence>(splitmix64_answers);
  seeding.add(compare_generator<Philox4x32>());
  seeding.add(compare_generator<Philox4x32_7>());
  Check check;
  check.name = "known_answers";
  check.passed = own.complete() && seeding.complete();
  check.detail = name + " gives " + std::to_string(own.agreed) + " of its " + std::to_string(own.asked) +
                 " known answers on the host, what seeds it " + std::to_string(seeding.agreed) + " of " +
                 std::to_string(seeding.asked);
  for (const Agreement& agreement : {own, seeding})
    if (!agreement.difference.empty()) check.detail += "; " + agreement.difference;
  return check;
}

}  // namespace spinbench::rng
