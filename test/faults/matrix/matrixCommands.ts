import { ACCEPT } from '../../support/employers/sampleService.js';

/** A command that writes, in a project with a final of 5 October, a draft, a backup and due work. */
export interface MatrixCommand {
  readonly name: string;
  /** @param runId of the existing final */
  readonly argv: (runId: string) => readonly string[];
  /** Statuses of the command itself, and of its repetition after a fault. */
  readonly statuses: readonly number[];
  /** Of `send last` afterwards. @default sent, or a delivery failed */
  readonly sendStatuses?: readonly number[];
  /** It replaces the configuration, so that the project's commands cannot follow it. */
  readonly isLast?: boolean;
}

const DAY = '2026-10-06..2026-10-06';
const FINAL_DAY = '2026-10-05..2026-10-05';

export const MATRIX_COMMANDS: readonly MatrixCommand[] = [
  { name: 'status', argv: () => ['status'], statuses: [0] },
  { name: 'check', argv: () => ['check', DAY], statuses: [0, 5] },
  { name: 'export', argv: () => ['export', DAY], statuses: [0] },
  {
    name: 'export --final --deliver',
    argv: () => ['export', DAY, '--final', '--deliver', ...ACCEPT],
    statuses: [0, 5, 7],
  },
  { name: 'ui: finalise', argv: () => ['window', 'finalise', DAY], statuses: [0, 5] },
  {
    name: 'corrections --final',
    argv: () => ['corrections', FINAL_DAY, '--final', ...ACCEPT],
    statuses: [0],
  },
  { name: 'explain', argv: () => ['explain', DAY, '--employee', '00101'], statuses: [0] },
  { name: 'send', argv: (runId) => ['send', runId], statuses: [0, 7] },
  { name: 'schedule run', argv: () => ['schedule', 'run', '--due'], statuses: [0, 5, 7] },
  { name: 'monitor', argv: () => ['monitor', '--once'], statuses: [0] },
  { name: 'rerun', argv: (runId) => ['rerun', runId, '--out', 'again'], statuses: [0] },
  {
    name: 'compare-register',
    argv: () => ['compare-register', FINAL_DAY, '--register', 'register.csv', '--register-period', FINAL_DAY],
    statuses: [5],
  },
  { name: 'history pack', argv: () => ['history', 'pack', '2026-10'], statuses: [0] },
  { name: 'inspection', argv: () => ['inspection', '2026-10'], statuses: [0, 5] },
  { name: 'person', argv: () => ['person', '00101', '--out', 'about'], statuses: [0] },
  {
    name: 'purge',
    argv: () => ['purge', '--before', '2026-11-01', '--reason', 'asked for'],
    statuses: [0],
    // What was deleted is not sent any more.
    sendStatuses: [0, 5, 7],
  },
  { name: 'backup', argv: () => ['backup', 'saved/store.sqlite', '--check'], statuses: [0] },
  { name: 'restore', argv: () => ['restore', 'saved.sqlite'], statuses: [0] },
  { name: 'employees sync', argv: () => ['employees', 'sync'], statuses: [0] },
  {
    name: 'employees sync --from',
    argv: () => ['employees', 'sync', '--from', 'list.csv'],
    statuses: [0],
  },
  {
    name: 'templates new',
    argv: () => ['templates', 'new', 'mine', '--from', 'pay-lines'],
    statuses: [0, 2],
  },
  { name: 'schedule print', argv: () => ['schedule', 'print', '--out', 'units'], statuses: [0] },
  { name: 'doctor', argv: () => ['doctor'], statuses: [0, 2, 3, 4, 5, 6] },
  {
    name: 'init',
    argv: () => ['init', '--sandbox', '--force', '--no-check'],
    statuses: [0],
    isLast: true,
  },
];
