import { expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

const shown = (text: string): readonly string[] =>
  diffLines(text.split('\n')).map(({ kind, text }) => `${kind}|${text}`)

test('a file has one heading, and its lines keep their signs', () => {
  expect(
    shown(`diff --git a/src/a b/x.js b/src/a b/x.js
index 1111111..2222222 100644
--- a/src/a b/x.js
+++ b/src/a b/x.js
@@ -1,2 +1,2 @@ function x
-old
+++ more
 same
\\ No newline at end of file`),
  ).toEqual([
    'file|src/a b/x.js',
    'hunk|@@ -1,2 +1,2 @@ function x',
    'minus|-old',
    'plus|+++ more',
    '| same',
    '|\\ No newline at end of file',
  ])
})

test('new, renamed, quoted, and binary files, and what was left out', () => {
  expect(
    shown(`diff --git a/new.txt b/new.txt
new file mode 100644
index 0000000..2222222
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+x
diff --git a/old name.txt b/new name.txt
similarity index 100%
rename from old name.txt
rename to new name.txt
diff --git "a/\\303\\244.bin" "b/\\303\\244.bin"
Binary files a/x and b/x differ
… 12 more lines: agent-loop diff ralph-x-00000000 0..1`),
  ).toEqual([
    'file|new.txt',
    'note|new file mode 100644',
    'hunk|@@ -0,0 +1 @@',
    'plus|+x',
    'file|old name.txt → new name.txt',
    'note|similarity index 100%',
    'file|\\303\\244.bin',
    'note|Binary files a/x and b/x differ',
    'note|… 12 more lines: agent-loop diff ralph-x-00000000 0..1',
  ])
})

test('what is no diff is shown as it is', () => {
  expect(shown('Nothing changed.\n')).toEqual(['|Nothing changed.'])
})
