[inputs: ["**/*.ex"]]
