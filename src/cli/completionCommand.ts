import { ExitStatus } from '../errors.js';
import { type Command, command } from './command.js';
import { type CompletionShell, completionScript, SHELLS } from './help/completion.js';

/** Prints what a shell needs to complete the command line. @param commands all of the program, itself included */
export function completionCommand(commands: () => Promise<readonly Command[]>): Command {
  return command<{ readonly shell: CompletionShell }>({
    usage: 'completion [shell]',
    describe: 'Print a script that completes commands and options in a shell',
    examples: [
      ['eval "$($0 completion bash)"', 'In ~/.bashrc'],
      ['$0 completion powershell | Out-String | Invoke-Expression', 'In the PowerShell profile'],
    ],
    options: (args) =>
      args.positional('shell', { choices: SHELLS, default: 'bash', describe: 'Which shell' }),
    run: async ({ shell }, context) => {
      const terminal = context.openTerminal({ quiet: false, progress: false });
      terminal.result(completionScript(shell, await commands()).trimEnd());
      return ExitStatus.done;
    },
  });
}
