import { plainProblem, problemsOf, problemText } from '../std/usage-error.ts'
import { installLine, waysToGetAnAgent } from './how-to-get.ts'

/** Why an agent, a judge, or a model cannot be used. */
export const agentProblem = problemsOf({
  'model-not-named': plainProblem(
    'no-agent',
    'The agent "model" needs a model.',
    'Name one: --agent model --model anthropic/claude-sonnet-4-5, or a model of your own server with --model-url',
  ),
  'no-acp': problemText<{ name: string }>(
    'bad-arguments',
    ({ name }) => `${name} does not support the Agent Client Protocol.`,
    ({ name }) => `Run its own command instead: --agent ${name}`,
  ),
  'permissions-unsupported': problemText<{ name: string; permissions: string; has: readonly string[] }>(
    'bad-arguments',
    ({ name, permissions }) => `${name} cannot run with --permissions ${permissions}.`,
    ({ has }) => `Choose one that it supports: --permissions ${has.join(' or ')}`,
  ),
  'model-unsupported': problemText<{ name: string }>(
    'bad-arguments',
    ({ name }) => `${name} does not accept --model.`,
    ({ name }) => `Leave out --model, and choose the model in the configuration of ${name}.`,
  ),
  'nobody-to-ask': plainProblem(
    'needs-person',
    'The agent needs to ask a person, and there is no terminal.',
    'Choose what it may do without asking: --permissions auto-edit, or full',
  ),
  'unknown-agent': problemText<{ name: string; near: string | null; known: readonly string[] }>(
    'no-agent',
    ({ name }) => `Unknown agent "${name}".`,
    ({ near, known }) =>
      near
        ? `Did you mean "${near}"?`
        : `Known agents: ${known.join(', ')}, and model (the built-in agent). Or give a command: --agent-cmd "…", or a script: --agent script:turns.yaml`,
  ),
  'custom-agent': problemText<{ name: string }>(
    'no-agent',
    ({ name }) => `The agent ${name} exists only inside the program that started the loop.`,
    () => 'Resume the loop from that program.',
  ),
  'no-agent-script': problemText<{ path: string }>(
    'no-agent',
    ({ path }) => `The agent script ${path} does not exist.`,
    () => 'Give the path of a YAML file: --agent script:turns.yaml',
  ),
  'agent-script-invalid': problemText<{ path: string; what: string }>(
    'no-agent',
    ({ path, what }) => `The agent script ${path} cannot be read: ${what}`,
    () =>
      'It is a list of turns, each a list of steps: say, write, edit, remove, run, sleep, crash, claim, ask, usage, session, rate_limit, tool.',
  ),
  'model-name-missing': problemText<{ given: string }>(
    'bad-arguments',
    ({ given }) => `"${given}" names no model.`,
    () => MODEL_HINT,
  ),
  'model-url-missing': problemText<{ given: string }>(
    'bad-arguments',
    ({ given }) => `The model ${given} has no address.`,
    () => MODEL_HINT,
  ),
  'unknown-provider': problemText<{ given: string; near: string | null; providers: readonly string[] }>(
    'bad-arguments',
    ({ given }) => `"${given}" does not name a model provider.`,
    ({ given, near, providers }) =>
      near
        ? `Did you mean ${near}/${given.slice(given.indexOf('/') + 1)}?`
        : `Write provider/name with one of ${providers.join(', ')}, or give the address of a server: --model-url`,
  ),
  'model-key-missing': problemText<{ model: string; variable: string | null }>(
    'bad-arguments',
    ({ model, variable }) => `The model ${model} needs a key, and ${variable} is not set.`,
    ({ variable }) => `Set ${variable}, or name the variable that holds the key: --model-key NAME`,
  ),
  'model-packages-missing': problemText<{ model: string; needed: string }>(
    'bad-arguments',
    ({ model, needed }) => `The model ${model} needs the packages ai and ${needed}, which are not installed.`,
    ({ needed }) =>
      `Install them next to agent-loop: npm install ai@6 ${needed}@${needed.endsWith('compatible') ? 2 : 3}`,
  ),
  'agent-not-installed': problemText<{ name: string; program: string }>(
    'no-agent',
    ({ name, program }) => `The agent ${name} is not installed: there is no program ${program} on the PATH.`,
    ({ name }) => `Install it${installLine(name)}, or choose another one: agent-loop agents`,
  ),
  'no-agent-installed': problemText<{ known: readonly string[] }>(
    'no-agent',
    () => 'No agent is given, and no known agent is installed.',
    ({ known }) => waysToGetAnAgent(known).join('\n'),
  ),
})

const MODEL_HINT =
  'Give both: --judge-model provider/name, and for your own server --model-url http://127.0.0.1:8080/v1'
