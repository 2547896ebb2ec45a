import type { Command, HelpKey } from './command.js';

/** The groups of `paytally --help` and their commands, in its order. */
const GROUPS = {
  start: ['demo', 'ui', 'init', 'doctor'],
  month: ['check', 'export', 'explain', 'corrections', 'status', 'monitor', 'inspection'],
  send: ['send', 'schedule', 'connect', 'plan', 'worker'],
  records: [
    'history',
    'verify',
    'rerun',
    'diff',
    'compare-register',
    'person',
    'purge',
    'backup',
    'restore',
    'store',
  ],
  setUp: ['employees', 'templates', 'rules', 'config'],
  other: ['completion', 'sandbox'],
} as const;

type GroupName = keyof typeof GROUPS;

/** A command that exists: its description is the text `help.NAME`. `help` itself is in no group. */
export type CommandName = Extract<(typeof GROUPS)[GroupName][number] | 'help', HelpKey>;

/** All commands by name; each is loaded when it is requested. */
export interface CommandSource {
  readonly names: readonly CommandName[];
  readonly load: (name: CommandName) => Promise<Command>;
}

interface CommandGroup {
  readonly group: GroupName;
  readonly names: readonly CommandName[];
}

/** Commands as the help groups them. */
export function commandGroups(names: readonly CommandName[]): readonly CommandGroup[] {
  return (Object.keys(GROUPS) as GroupName[]).map((group) => {
    const inGroup: readonly CommandName[] = GROUPS[group];
    return { group, names: inGroup.filter((name) => names.includes(name)) };
  });
}
