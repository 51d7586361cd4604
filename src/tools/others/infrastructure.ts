import { asItStands, comment } from '../protection/suppressions.ts'
import { insertAfter } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

export const infrastructureTools: readonly Tool[] = [
  {
    name: 'terraform',
    kind: 'build-tool',
    commands: {
      programs: 'terraform tofu terragrunt packer',
      proves: [
        [/^(terraform|tofu|packer) fmt\b.*-check/, 'format'],
        [/^terraform validate\b/, 'types', 'build'],
        [/^terraform test\b/, 'test'],
      ],
      spoken: { format: 'terraform fmt', build: 'terraform validate' },
      hazards: { rewrites: /\bterraform fmt\b(?!.*-check)/ },
      looksOnly: [[/\bterraform fmt\b(?!.*-check)/, insertAfter(/\bterraform fmt\b/, '-check')]],
    },
  },
  { name: 'tflint', kind: 'linter', commands: { programs: 'tflint', starts: 'tflint|terraform-docs' } },

  // Where a project is made of such files, this is all the lint it has.
  { name: 'tfsec', kind: 'linter', commands: { proves: [[/^(tfsec|checkov)\b/, 'docs', 'lint']] } },
  {
    name: 'yamllint',
    kind: 'linter',
    commands: { programs: 'yamllint', proves: [[/^yamllint\b/, 'docs', 'lint']] },
    protection: {
      files: { config: [/^\.yamllint(?:\.ya?ml)?$/] },
      directives: [comment('lint', /^yaml$/, /^\s*yamllint\s+disable(?:-line)?\b/, asItStands)],
    },
  },
  {
    name: 'hadolint',
    kind: 'linter',
    commands: { programs: 'hadolint', proves: [[/^hadolint\b/, 'docs', 'lint']] },
    protection: { files: { config: [/^\.hadolint\.ya?ml$|^\.tflint\.hcl$/] } },
  },
  {
    name: 'ansible',
    kind: 'test-runner',
    commands: { programs: 'ansible', spoken: {}, starts: 'molecule test|ansible-test' },
  },
  { name: 'ansible-lint', kind: 'linter', commands: { programs: 'ansible-lint' } },
  {
    name: 'helm',
    kind: 'build-tool',
    commands: {
      programs: 'helm kustomize',
      proves: [
        [/^ct lint-and-install\b/, 'test', 'lint'],
        [/^(helm unittest|ct install)\b/, 'test'],
        [/^(helm lint|ct lint|kube-linter)\b/, 'lint'],
      ],
    },
  },
  { name: 'opa', kind: 'test-runner', commands: { starts: 'opa test|conftest verify' } },
  { name: 'sqlfluff', kind: 'linter', commands: { programs: 'sqlfluff', starts: 'sqlfluff lint', fixes: 'sqlfluff' } },
  {
    name: 'buf',
    kind: 'build-tool',
    commands: {
      programs: 'buf',
      proves: [
        [/^buf format\b.*--exit-code/, 'format'],
        [/^buf lint\b/, 'lint'],
        [/^buf build\b/, 'build', 'types'],
      ],
      hazards: { rewrites: /\bbuf format\b.*\s-[a-z]*w[a-z]*(\s|$)/ },
    },
  },
  {
    name: 'nix',
    kind: 'build-tool',
    commands: {
      programs: 'nix nix-build nix-shell',
      proves: [
        [/^nixfmt\b.*--check/, 'format'],
        [/^nix build\b/, 'build', 'types'],
        // A flake's checks build things; which of them are tests it does not say.
        [/^nix flake check\b/, 'build', 'test'],
      ],
    },
  },
]
