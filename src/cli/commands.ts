import type { Command, CommandName, CommandSource } from './command.js';

/**
 * The commands of the program, in the order of its help. Each is loaded when it is requested: loading all of them takes
 * more time and memory than many runs.
 */
const LOADERS = {
  demo: async () => (await import('./demoCommand.js')).demoCommand,
  ui: async () => (await import('./uiCommand.js')).uiCommand,
  init: async () => (await import('./initCommand.js')).initCommand,
  doctor: async () => (await import('./doctorCommand.js')).doctorCommand,
  check: async () => (await import('./exportCommand.js')).checkCommand,
  export: async () => (await import('./exportCommand.js')).exportCommand,
  explain: async () => (await import('./explainCommand.js')).explainCommand,
  corrections: async () => (await import('./correctionsCommand.js')).correctionsCommand,
  status: async () => (await import('./statusCommand.js')).statusCommand,
  monitor: async () => (await import('./monitorCommand.js')).monitorCommand,
  send: async () => (await import('./sendCommand.js')).sendCommand,
  connect: async () => (await import('./connectCommand.js')).connectCommand,
  store: async () => (await import('./storeCommand.js')).storeCommand,
  plan: async () => (await import('./planCommand.js')).planCommand,
  worker: async () => (await import('./workerCommand.js')).workerCommand,
  schedule: async () => (await import('./scheduleCommand.js')).scheduleCommand,
  history: async () => (await import('./historyCommand.js')).historyCommand,
  verify: async () => (await import('./verifyCommand.js')).verifyCommand,
  rerun: async () => (await import('./rerunCommand.js')).rerunCommand,
  diff: async () => (await import('./diffCommand.js')).diffCommand,
  'compare-register': async () => (await import('./compareRegisterCommand.js')).compareRegisterCommand,
  inspection: async () => (await import('./inspectionCommand.js')).inspectionCommand,
  person: async () => (await import('./personCommand.js')).personCommand,
  purge: async () => (await import('./purgeCommand.js')).purgeCommand,
  backup: async () => (await import('./backupCommand.js')).backupCommand,
  restore: async () => (await import('./backupCommand.js')).restoreCommand,
  employees: async () => (await import('./employeesCommand.js')).employeesCommand,
  templates: async () => (await import('./templatesCommand.js')).templatesCommand,
  rules: async () => (await import('./rulesCommand.js')).rulesCommand,
  config: async () => (await import('./configCommand.js')).configCommand,
  completion: async () => (await import('./completionCommand.js')).completionCommand(allCommands),
  sandbox: async () => (await import('./sandboxCommand.js')).sandboxCommand,
  help: async () => (await import('./helpCommand.js')).helpCommand(COMMANDS),
} satisfies Readonly<Record<CommandName, () => Promise<Command>>>;

export const COMMANDS: CommandSource = {
  names: Object.keys(LOADERS) as CommandName[],
  load: async (name) => LOADERS[name](),
};

/** The name of a line's command: its first word that is a command. */
export function commandNameOf(argv: readonly string[]): CommandName | undefined {
  return argv.find((word): word is CommandName => Object.hasOwn(LOADERS, word));
}

/** All commands, for completion and for suggestions. */
export async function allCommands(): Promise<readonly Command[]> {
  return Promise.all(COMMANDS.names.map(COMMANDS.load));
}

/** The command that the first word of a line names; all commands if it names none. `--version` needs none. */
export async function loadCommands([word = '', ...rest]: readonly string[]): Promise<readonly Command[]> {
  if (word === '--version' && rest.length === 0) return [];
  const name = commandNameOf([word]);
  return name === undefined ? allCommands() : [await COMMANDS.load(name)];
}
