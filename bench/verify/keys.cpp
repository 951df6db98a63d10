#include "bench/verify/keys.hpp"

namespace spinbench::verify_detail {

std::string where(const Case& c) {
  return c.kernel->name + "/" + c.variant->name + "/" + c.backend->name() + " device " + std::to_string(c.device);
}

std::string words_of(const Case& c, const Params& params) {
  std::string result;
  for (const Axis& axis : c.variant->axes)
    if (axis.type() == Axis::Type::word && axis.selects_code && params.has(axis.name))
      result += " " + axis.name + ":" + params.word(axis.name);
  return result;
}

std::string path_key(const Case& c, const Params& params, const std::string& code_path) {
  return where(c) + words_of(c, params) + " | " + code_path;
}

std::string rate_key(const Case& c, const Variant& oracle, const Params& params) {
  return oracle.kernel + "/" + oracle.name + words_of(c, params);
}

std::string bits_key(const Case& c, const Params& params) { return "bits " + where(c) + " " + params.name(); }

Check failed(const std::string& name, const std::string& why) {
  Check check;
  check.name = name;
  check.detail = why;
  return check;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace spinbench::verify_detail
