rootProject.name = "compiler"
include(":parser", ":lexer")
