defmodule Shop.MixProject do
  use Mix.Project

  def project do
    [app: :shop, version: "0.1.0", aliases: aliases(), deps: deps()]
  end

  defp deps do
    [{:credo, "~> 1.7"}, {:dialyxir, "~> 1.4"}]
  end

  defp aliases do
    [
      test: ["ecto.create --quiet", "ecto.migrate --quiet", "test"],
      lint: ["format --check-formatted", "credo --strict"],
      setup: ["deps.get", "ecto.setup"]
    ]
  end
end
