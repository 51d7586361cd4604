import { dotnetTests } from '../canary/planters.ts'
import { dial } from '../protection/protection.ts'
import type { Tool } from '../tool.ts'
import { dotnet as dotnetOutput } from './read.ts'

export const dotnet: Tool = {
  name: 'dotnet test',
  kind: 'build-tool',
  cannotStart: [
    { pattern: /error MSB1003: Specify a (project or solution) file/, what: 'file', exits: [1] },
    { pattern: /error NU1101: Unable to find package ([\w.-]+?)\.? /, what: 'dependencies', exits: [1] },
    { pattern: /error NU1301: Unable to load the service index/, what: 'dependencies', exits: [1] },
  ],
  commands: {
    programs: 'dotnet',
    proves: [
      [/^dotnet test\b.*--collect\b/, 'coverage', 'test'],
      [/^dotnet test\b/, 'test', 'build'],
    ],
    sign: /\bdotnet test\b/,
    hazards: { 'never-ends': /\bdotnet watch\b/ },
  },
  readers: [dotnetOutput],
  canary: { tests: dotnetTests },
  protection: {
    label: 'dotnet',
    files: {
      autoLoaded: [/^global\.json$|^nuget\.config$/i],
      config: [
        /^\.runsettings$|\.runsettings$|^Directory\.(?:Build|Packages|Solution)\.\w+$|^\.globalconfig$|^stylecop\.json$|^xunit\.runner\.json$|^testconfig\.json$/,
      ],
    },
    settings: {
      files: /(?:^|\/)(?:\.editorconfig|\.globalconfig|[\w.]+\.(?:csproj|fsproj|vbproj|props|targets))$/,
      alias: path =>
        path
          .replace(/^.*\.(?=(?:NoWarn|TreatWarningsAsErrors|WarningsAsErrors|WarningsNotAsErrors|Nullable)$)/, '')
          .replace(/^.*(?=dotnet_diagnostic\.)/, ''),
      dials: [
        dial('level', 'lint', /dotnet_diagnostic\.\w+\.severity$/),
        dial('skip', 'lint', /^(?:NoWarn|WarningsNotAsErrors)$/),
        dial('on', 'lint', /^TreatWarningsAsErrors$/),
        dial('level', 'types', /^Nullable$/),
      ],
    },
    uncached: () => ({
      MSBUILDDISABLENODEREUSE: '1',
      DOTNET_CLI_USE_MSBUILD_SERVER: '0',
      UseSharedCompilation: 'false',
    }),
    detection: {
      names: ['xunit', 'nunit'],
      signs: [
        {
          name: 'that it runs as a test',
          languages: /^csharp$/,
          pattern: `\\bGetAssemblies\\(\\)[\\s\\S]{0,160}?"[^"\\n]*(?:xunit|nunit|mstest|testhost)|\\bStackTrace\\(\\)[\\s\\S]{0,160}?"[^"\\n]*(?:xunit|nunit|Test)`,
        },
      ],
    },
    retriesInCode: [{ languages: /^csharp$/, pattern: /\[\s*(?:Retry|RetryFact|RetryTheory)\b(?:\([^)\n]*\))?/g }],
  },
}
