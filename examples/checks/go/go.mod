module example.test/feature-list

go 1.19
