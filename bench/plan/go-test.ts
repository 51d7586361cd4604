import { type Edit, write } from '../projects/case.ts'

export const testFile = (name: string): string => `planned/${name}/${name}_test.go`

/** A test in a package of its own, so that one that does not compile yet breaks no other. */
export const planned = (name: string, imports: readonly string[], ...body: readonly string[]): Edit =>
  write(
    testFile(name),
    [
      'package planned',
      '',
      'import (',
      ...imports.map(path => `\t"${path}"`),
      '\t"testing"',
      '',
      '\t"github.com/gorilla/mux"',
      ')',
      '',
      `func Test${name[0]?.toUpperCase()}${name.slice(1)}(t *testing.T) {`,
      ...body.map(line => `\t${line}`),
      '}',
      '',
    ].join('\n'),
  )

export const until = (name: string): string => `go test ./planned/${name}`
