export const SHELLS = ['bash', 'zsh', 'fish'] as const

type ShellName = (typeof SHELLS)[number]

/** Names under which the program is installed. */
const PROGRAMS = ['agent-loop', 'al', 'ralph']

/**
 * Each script asks the program for candidates, one per line, with a tab before the description. `:files` as the only line stands for
 * names of files. The last word of the question is the one under the cursor, which may be empty.
 */
const BASH = `_agent_loop() {
  local word=\${COMP_WORDS[COMP_CWORD]} quote='' line i
  local -a words=()
  COMPREPLY=()
  case "$word" in
    \\"*|\\'*) quote=\${word:0:1} word=\${word:1} ;;
    *) word=\${word//\\\\/} ;;
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      \\"*\\"|\\'*\\') words+=("\${COMP_WORDS[i]:1:\${#COMP_WORDS[i]}-2}") ;;
      *) words+=("\${COMP_WORDS[i]//\\\\/}") ;;
    esac
  done
  while IFS=$'\\t' read -r line _; do
    if [ "$line" = :files ]; then
      compopt -o default 2>/dev/null
    elif [ -n "$quote" ]; then
      COMPREPLY+=("$quote$line")
    else
      COMPREPLY+=("$(printf '%q' "$line")")
    fi
  done < <("\${COMP_WORDS[0]}" completion candidates -- "\${words[@]}" "$word" 2>/dev/null)
}
complete -F _agent_loop ${PROGRAMS.join(' ')}
`

const ZSH = `#compdef ${PROGRAMS.join(' ')}
_agent_loop() {
  local -a found typed
  local line says
  typed=("\${(@Q)words[2,CURRENT]}")
  typed[-1]="\${typed[-1]#[\\"\\']}"
  while IFS=$'\\t' read -r line says; do
    if [[ $line == :files ]]; then
      _files
      return
    fi
    # _describe separates name and description with a colon.
    found+=("\${line//:/\\\\:}\${says:+:$says}")
  done < <("\${words[1]}" completion candidates -- "\${typed[@]}" 2>/dev/null)
  _describe 'agent-loop' found
}
if [ "\${funcstack[1]}" = "_agent_loop" ]; then
  _agent_loop "$@"
else
  compdef _agent_loop ${PROGRAMS.join(' ')}
fi
`

const FISH = `function __agent_loop_candidates
  set -l typed (commandline -opc)
  set -l word (commandline -ct | string trim -l -c '"\\'')
  set -l found ($typed[1] completion candidates -- $typed[2..-1] "$word" 2>/dev/null)
  if test "$found" = :files
    __fish_complete_path "$word"
  else
    printf '%s\\n' $found
  end
end
${PROGRAMS.map(program => `complete -c ${program} -f -a '(__agent_loop_candidates)'`).join('\n')}
`

export const SCRIPTS: Readonly<Record<ShellName, string>> = { bash: BASH, zsh: ZSH, fish: FISH }
