import type { Command } from './command.js';

/**
 * The commands of the program, in the order of its help. Each is loaded when somebody asks for it: loading all of them
 * takes more time and memory than many a run.
 */
const LOADERS: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./demoCommand.js')).demoCommand,
  init: async () => (await import('./initCommand.js')).initCommand,
  doctor: async () => (await import('./doctorCommand.js')).doctorCommand,
  export: async () => (await import('./exportCommand.js')).exportCommand,
  check: async () => (await import('./checkCommand.js')).checkCommand,
  explain: async () => (await import('./explainCommand.js')).explainCommand,
  corrections: async () => (await import('./correctionsCommand.js')).correctionsCommand,
  history: async () => (await import('./historyCommand.js')).historyCommand,
  verify: async () => (await import('./verifyCommand.js')).verifyCommand,
  rerun: async () => (await import('./rerunCommand.js')).rerunCommand,
  diff: async () => (await import('./diffCommand.js')).diffCommand,
  purge: async () => (await import('./purgeCommand.js')).purgeCommand,
  config: async () => (await import('./configCommand.js')).configCommand,
  employees: async () => (await import('./employeesCommand.js')).employeesCommand,
  rules: async () => (await import('./rulesCommand.js')).rulesCommand,
  send: async () => (await import('./sendCommand.js')).sendCommand,
  schedule: async () => (await import('./scheduleCommand.js')).scheduleCommand,
  status: async () => (await import('./statusCommand.js')).statusCommand,
  sandbox: async () => (await import('./sandboxCommand.js')).sandboxCommand,
  templates: async () => (await import('./templatesCommand.js')).templatesCommand,
  help: async () => (await import('./helpCommand.js')).helpCommand,
  completion: async () => (await import('./completionCommand.js')).completionCommand(allCommands),
};

/** What help, completion and hints for slips speak of. */
export async function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(LOADERS).map((load) => load()));
}

/**
 * The one command that a line names with its first word; all of them where it names none, or asks for `help` alone. The
 * version is no command's.
 */
export async function commandsOf([word = '', ...rest]: readonly string[]): Promise<readonly Command[]> {
  if (word === '--version' && rest.length === 0) return [];
  if (word === 'help' && rest.length === 0) return allCommands();
  const load = Object.hasOwn(LOADERS, word) ? LOADERS[word] : undefined;
  return load === undefined ? allCommands() : [await load()];
}
