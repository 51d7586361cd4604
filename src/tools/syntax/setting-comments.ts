/** How build files, settings, and data write comments. */
type Comments = 'hash' | 'slash' | 'semicolon' | 'dash' | 'markup' | 'block'

const STYLES: readonly (readonly [RegExp, readonly Comments[]])[] = [
  [/(?:^|\/)(?:GNU|BSD)?[Mm]akefile(?:\.[\w-]+)?$|\.(?:mk|mak|just)$|(?:^|\/)\.?[Jj]ustfile$/, ['hash']],
  [/(?:^|\/)(?:Docker|Container)file(?:\.[\w-]+)?$|(?:^|\/)(?:Proc|Earth)file$/, ['hash']],
  [
    /(?:^|\/)(?:CMakeLists\.txt|meson\.build|meson_options\.txt|BUILD(?:\.bazel)?|WORKSPACE)$|\.(?:cmake|bzl)$/,
    ['hash'],
  ],
  [/(?:^|\/)(?:requirements|constraints)[\w.-]*\.txt$|(?:^|\/)\.(?:\w+ignore|gitattributes|dockerignore)$/, ['hash']],
  [/\.(?:toml|conf|graphql|gql|nix)$|(?:^|\/)\.env(?:\.[\w-]+)?$/, ['hash']],
  [
    /\.(?:ini|cfg|properties|service|desktop)$|(?:^|\/)\.(?:editorconfig|npmrc|coveragerc|flake8|pylintrc)$/,
    ['hash', 'semicolon'],
  ],
  [/\.(?:tf|tfvars|hcl)$/, ['hash', 'slash', 'block']],
  [/(?:^|\/)go\.(?:mod|work)$/, ['slash']],
  [/\.(?:proto|jsonc|json5|thrift|scss|less|sbt)$|(?:^|\/)(?:tsconfig[\w.-]*|jsconfig)\.json$/, ['slash', 'block']],
  [/\.css$/, ['block']],
  [/\.sql$/, ['dash', 'block']],
  [/\.(?:lua|hs|elm|cabal)$/, ['dash']],
  [/\.(?:xml|csproj|fsproj|vbproj|props|targets|xaml|plist|svg|html?)$/, ['markup']],
]

const COMMENT: Readonly<Record<Comments, RegExp>> = {
  // What comes first in a file of Docker may be an instruction for the parser.
  hash: /^[ \t]*#(?!!|[ \t]*(?:syntax|escape|check)=).*$/gm,
  slash: /^[ \t]*\/\/.*$/gm,
  semicolon: /^[ \t]*;.*$/gm,
  dash: /^[ \t]*--.*$/gm,
  markup: /<!--[\s\S]*?-->/g,
  block: /^[ \t]*\/\*[\s\S]*?\*\/[ \t]*$/gm,
}

/** A build file, a settings file, or a data file without its whole-line comments and blank lines; null for files of other kinds. */
export function withoutSettingComments(path: string, text: string): string | null {
  const styles = STYLES.find(([pattern]) => pattern.test(path))?.[1]
  if (styles === undefined) return null
  return styles
    .reduce((rest, style) => rest.replace(COMMENT[style], ''), text.replace(/\r\n/g, '\n'))
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '')
    .join('\n')
}
