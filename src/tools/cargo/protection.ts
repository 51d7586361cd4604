import type { Protection } from '../protection.ts'

export const cargoProtection: Protection = {
  files: {
    autoLoaded: [/^build\.rs$/, /^rust-toolchain(?:\.toml)?$/],
    autoLoadedPaths: [/(?:^|\/)\.cargo\/config(?:\.toml)?$/],
    build: [/^Cargo\.toml$/],
  },
  detection: {
    signs: [
      {
        name: 'that it runs as a test',
        languages: /^rust$/,
        pattern: `\\bcfg!\\(\\s*(?:not\\(\\s*)?(?:any\\(\\s*)?test\\b|\\benv::(?:var|var_os)\\(\\s*"(?:NEXTEST\\w*|RUST_TEST_\\w+)"`,
      },
      {
        name: 'that it runs as a test',
        languages: /^rust$/,
        pattern: `\\benv::var(?:_os)?\\(\\s*"CARGO(?:_\\w+)?"\\s*\\)\\s*\\.is_(?:ok|some|err|none)\\(`,
      },
    ],
  },
  outside: {
    home: ['.cargo/config', '.cargo/config.toml'],
    above: ['.cargo/config', '.cargo/config.toml', 'rust-toolchain', 'rust-toolchain.toml', 'Cargo.toml'],
  },
  retriesInCode: [{ languages: /^rust$/, pattern: /#\[\s*(?:flaky_test|retry)\b[^\]]*\]/g }],
}
