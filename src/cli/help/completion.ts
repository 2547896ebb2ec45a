import type { Command } from '../command.js';
import { commandName, declaredBy, optionNames } from '../usage/declared.js';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type CompletionShell = (typeof SHELLS)[number];

/** What can follow a command: actions and topics, then options. */
interface Completed {
  readonly name: string;
  readonly describe: string;
  readonly words: readonly string[];
  readonly options: readonly string[];
}

/** A script for a shell that completes commands, their actions and their options. */
export function completionScript(shell: CompletionShell, commands: readonly Command[]): string {
  const completed = commands.map(completedBy);
  switch (shell) {
    case 'bash':
      return bashScript(completed);
    case 'zsh':
      return `#compdef paytally\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(completed)}`;
    case 'fish':
      return fishScript(completed);
    case 'powershell':
      return powershellScript(completed);
  }
}

function completedBy(command: Command): Completed {
  const [first] = declaredBy(command).positionals.values();
  return {
    name: commandName(command),
    describe: command.describe,
    words: first?.choices?.map(String) ?? [],
    options: optionNames(command).map((name) => `--${name}`),
  };
}

function bashScript(commands: readonly Completed[]): string {
  const cases = commands.map(
    ({ name, words, options }) => `    ${name}) words="${[...words, ...options].join(' ')}" ;;`,
  );
  return `# paytally: eval "$(paytally completion bash)"
_paytally() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words="${commands.map(({ name }) => name).join(' ')}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.map((line) => `  ${line}`).join('\n')}
      *) words="" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _paytally paytally
`;
}

function fishScript(commands: readonly Completed[]): string {
  const none = "-n '__fish_use_subcommand'";
  const lines = commands.flatMap(({ name, describe, words, options }) => {
    const after = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c paytally ${none} -f -a ${name} -d ${quoted(describe)}`,
      ...(words.length === 0 ? [] : [`complete -c paytally ${after} -f -a '${words.join(' ')}'`]),
      ...options.map((option) => `complete -c paytally ${after} -l ${option.slice(2)}`),
    ];
  });
  return `# paytally: paytally completion fish > ~/.config/fish/completions/paytally.fish\n${lines.join('\n')}\n`;
}

/** In single quotes, as fish and PowerShell read them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}

function powershellScript(commands: readonly Completed[]): string {
  const entries = commands.map(({ name, words, options }) => {
    return `    '${name}' = @(${[...words, ...options].map(quoted).join(', ')})`;
  });
  return `# paytally: paytally completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName paytally -ScriptBlock {
  param($word, $ast, $position)
  $known = [ordered]@{
${entries.join('\n')}
  }
  $given = @($ast.CommandElements | ForEach-Object { "$_" })
  $isFirst = $given.Count -le 1 -or ($given.Count -eq 2 -and $word -ne '')
  $words = if ($isFirst) { $known.Keys } else { $known[$given[1]] }
  $words | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
