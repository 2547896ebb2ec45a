import { ExitStatus } from '../errors.js';
import { type Say, sayIn } from '../i18n/formatMessage.js';
import {
  argumentLanguage,
  type Command,
  type CommandName,
  choice,
  command,
  commandName,
  optionNames,
  positionalNames,
} from './command.js';
import { completionValues, VALUE_KINDS, type ValueKind, valueKindOf } from './completionValues.js';
import { describedCommand } from './helpText.js';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
type CompletionShell = (typeof SHELLS)[number];

/** Prints the data for a shell to complete the command line. @param commands all commands, including this one */
export function completionCommand(commands: () => Promise<readonly Command[]>): Command {
  return command({
    usage: 'completion [shell]',
    examples: [
      ['eval "$($0 completion bash)"', 'completion.example.bash'],
      ['$0 completion powershell | Out-String | Invoke-Expression', 'completion.example.powershell'],
    ],
    parameters: {
      shell: choice(SHELLS, 'bash', 'completion.option.shell'),
      values: { choices: VALUE_KINDS, describe: 'completion.option.values', hidden: true } as const,
    },
    run: async ({ shell, values }, context) => {
      const terminal = context.openTerminal({ quiet: false, progress: false });
      if (values !== undefined) {
        terminal.result((await completionValues(values, context)).join('\n'));
        return ExitStatus.done;
      }
      const say = sayIn(await argumentLanguage([], context));
      terminal.result(completionScript(shell, await commands(), say).trimEnd());
      return ExitStatus.done;
    },
  });
}

/** What can follow a command: actions and topics, then options. */
interface Completion {
  readonly name: string;
  readonly describe: string;
  readonly words: readonly string[];
  readonly options: readonly string[];
  /** The kind of its first word, if paytally knows the values. */
  readonly wordKind: ValueKind | undefined;
}

/** The options whose values paytally knows, in any command. */
const KNOWN_OPTIONS = ['employer', 'template', 'run', 'since', 'accept', 'period'].flatMap((name) => {
  const kind = valueKindOf(name, true);
  return kind === undefined ? [] : [{ option: `--${name}`, kind }];
});

/** A script for a shell that completes commands, their actions, their options, and values that paytally knows. */
function completionScript(shell: CompletionShell, commands: readonly Command[], say: Say): string {
  const completions = commands.map((command) => completionOf(command, say));
  switch (shell) {
    case 'bash':
      return bashScript(completions);
    case 'zsh':
      return `#compdef paytally\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(completions)}`;
    case 'fish':
      return fishScript(completions);
    case 'powershell':
      return powershellScript(completions);
  }
}

function completionOf(command: Command, say: Say): Completion {
  const [first = ''] = positionalNames(command);
  return {
    name: commandName(command),
    describe: describedCommand(commandName(command) as CommandName, say),
    words: command.parameters[first]?.choices?.map(String) ?? [],
    options: optionNames(command)
      .filter((name) => command.parameters[name]?.hidden !== true)
      .map((name) => optionWord(name, command)),
    wordKind: valueKindOf(first, false),
  };
}

/** An option that is on by default is completed as `--no-NAME`. */
function optionWord(name: string, { parameters }: Command): string {
  return parameters[name]?.default === true ? `--no-${name}` : `--${name}`;
}

function bashScript(commands: readonly Completion[]): string {
  const cases = commands.map(({ name, words, options, wordKind }) => {
    const known = wordKind === undefined ? '' : ` [ "$COMP_CWORD" -eq 2 ] && ask=${wordKind};`;
    return `    ${name}) words="${[...words, ...options].join(' ')}";${known} ;;`;
  });
  const values = KNOWN_OPTIONS.map(({ option, kind }) => `    ${option}) words=""; ask=${kind} ;;`);
  return `# paytally: eval "$(paytally completion bash)"
_paytally() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" ask=""
  local words="${commands.map(({ name }) => name).join(' ')}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.map((line) => `  ${line}`).join('\n')}
      *) words="" ;;
    esac
    case "$before" in
${values.map((line) => `  ${line}`).join('\n')}
    esac
    [ -z "$ask" ] || [ "\${word#-}" != "$word" ] || words="$words $("\${COMP_WORDS[0]}" completion --values "$ask" 2>/dev/null)"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _paytally paytally
`;
}

function fishScript(commands: readonly Completion[]): string {
  const none = "-n '__fish_use_subcommand'";
  const ask = (kind: ValueKind) => `'(paytally completion --values ${kind} 2>/dev/null)'`;
  const lines = commands.flatMap(({ name, describe, words, options, wordKind }) => {
    const after = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c paytally ${none} -f -a ${name} -d ${quoted(describe)}`,
      ...(words.length === 0 ? [] : [`complete -c paytally ${after} -f -a '${words.join(' ')}'`]),
      ...(wordKind === undefined ? [] : [`complete -c paytally ${after} -f -a ${ask(wordKind)}`]),
      ...options.map((option) => {
        const kind = KNOWN_OPTIONS.find((known) => known.option === option)?.kind;
        const value = kind === undefined ? '' : ` -x -a ${ask(kind)}`;
        return `complete -c paytally ${after} -l ${option.slice(2)}${value}`;
      }),
    ];
  });
  return `# paytally: paytally completion fish > ~/.config/fish/completions/paytally.fish\n${lines.join('\n')}\n`;
}

/** In single quotes, by the rules of fish and PowerShell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}

function powershellScript(commands: readonly Completion[]): string {
  const entries = commands.map(({ name, words, options }) => {
    return `    '${name}' = @(${[...words, ...options].map(quoted).join(', ')})`;
  });
  const asked = [
    ...KNOWN_OPTIONS.map(({ option, kind }) => `    '${option}' = '${kind}'`),
    ...commands.flatMap(({ name, wordKind }) =>
      wordKind === undefined ? [] : [`    '${name}' = '${wordKind}'`],
    ),
  ];
  return `# paytally: paytally completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName paytally -ScriptBlock {
  param($word, $ast, $position)
  $known = [ordered]@{
${entries.join('\n')}
  }
  $asked = @{
${asked.join('\n')}
  }
  $given = @($ast.CommandElements | ForEach-Object { "$_" })
  $isFirst = $given.Count -le 1 -or ($given.Count -eq 2 -and $word -ne '')
  $words = if ($isFirst) { $known.Keys } else { $known[$given[1]] }
  $before = if ($word -eq '') { $given[-1] } else { $given[-2] }
  if (-not $isFirst -and $asked.ContainsKey($before)) { $words = @(& paytally completion --values $asked[$before]) }
  $words | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
