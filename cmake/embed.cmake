# Writes INPUT as the C++ string constant NAME to OUTPUT. A string literal may be limited to 64 KiB, so it is cut in
# pieces.
file(READ ${INPUT} text)
string(LENGTH "${text}" length)
set(pieces "")
set(at 0)
while(at LESS length)
  string(SUBSTRING "${text}" ${at} 8000 piece)
  string(APPEND pieces "R\"embedded(${piece})embedded\"\n")
  math(EXPR at "${at} + 8000")
endwhile()
file(WRITE ${OUTPUT} "#include \"bench/rows/embedded.hpp\"\n\nnamespace spinbench {\nconst char* const ${NAME} =\n${pieces};\n}\n")
