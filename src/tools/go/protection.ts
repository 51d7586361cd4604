import type { Protection } from '../protection.ts'

export const goProtection: Protection = {
  files: { autoLoaded: [/^go\.work$|^go\.env$/], build: [/^go\.mod$/] },
  uncached: env => ({ GOFLAGS: [env['GOFLAGS'], '-count=1'].filter(Boolean).join(' ') }),
  detection: {
    signs: [
      {
        name: 'that it runs as a test',
        languages: /^go$/,
        pattern: `\\btesting\\.Testing\\(\\)|\\bflag\\.Lookup\\(\\s*["\`]test\\.|\\bos\\.Args\\[0\\][^\\n]{0,60}(?:\\.test|_test|/_test)|\\bruntime\\.Callers?\\([^\\n]*(?:\\n[^\\n]*){0,5}?["\`][^"\`\\n]*_test\\.go|\\bdebug\\.Stack\\(\\)[^\\n]{0,80}(?:_test\\.go|testing\\.)`,
      },
    ],
  },
  outside: { home: ['.config/go/env'], above: ['go.work'], variables: ['GOENV'] },
}
