import { at, fileAt, filesIn, type Project, string } from '../../tools/manifests/project.ts'

/** What people call the project: its folder, and the names in its manifests. */
export function projectNames(project: Project): string[] {
  const data = (path: string): unknown => fileAt(project, path)?.data
  const names = [
    project.name,
    ...project.name.split('__'),
    string(at(data('package.json'), 'name')),
    string(at(data('pyproject.toml'), 'project', 'name')),
    string(at(data('pyproject.toml'), 'tool', 'poetry', 'name')),
    string(at(data('Cargo.toml'), 'package', 'name')),
    string(at(data('composer.json'), 'name')),
    string(at(data('gleam.toml'), 'name')),
    string(at(data('pubspec.yaml'), 'name')),
    /^module\s+(\S+)/m.exec(fileAt(project, 'go.mod')?.text ?? '')?.[1] ?? '',
    ...filesIn(project, '', /\.(gemspec|cabal|slnx?|rockspec)$/).map(({ path }) =>
      path.replace(/(-dev-\d+)?\.\w+$/, ''),
    ),
  ]
  return [...new Set(names.flatMap(name => [name, name.split('/').at(-1) ?? '']).filter(Boolean))]
}
