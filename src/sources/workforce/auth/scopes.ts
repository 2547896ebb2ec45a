import type { ListName } from '../../../domain/records/records.js';
import { type AnyMessage, message } from '../../../i18n/message.js';

export const SCOPES = [
  'establishments:read',
  'employees:read',
  'agency-workers:read',
  'planning:read',
  'time-entries:read',
] as const;
export type Scope = (typeof SCOPES)[number];

interface ScopeFacts {
  /** The name of the permission in the employer portal (docs/service.md, "Scopes and modules"). */
  readonly permission: string;
  readonly module: string | undefined;
  readonly lists: readonly ListName[];
  /** The data that an export lacks without it. */
  readonly cost: AnyMessage;
}

export const SCOPE_FACTS: Readonly<Record<Scope, ScopeFacts>> = {
  'establishments:read': {
    permission: 'Read establishments',
    module: undefined,
    lists: ['establishments', 'public-holidays'],
    cost: message('service.cost.establishments'),
  },
  'employees:read': {
    permission: 'Read employees',
    module: undefined,
    lists: ['employees'],
    cost: message('service.cost.employees'),
  },
  'agency-workers:read': {
    permission: 'Read agency workers',
    module: undefined,
    lists: ['agency-workers'],
    cost: message('service.cost.agencyWorkers'),
  },
  'planning:read': {
    permission: 'Read planning',
    module: 'Planning',
    lists: ['teams', 'tasks', 'shifts'],
    cost: message('service.cost.planning'),
  },
  'time-entries:read': {
    permission: 'Read time entries',
    module: 'Time registration',
    lists: ['time-entries'],
    cost: message('service.cost.timeEntries'),
  },
};

export const SCOPE_OF_LIST: Readonly<Record<ListName, Scope>> = {
  establishments: 'establishments:read',
  'public-holidays': 'establishments:read',
  employees: 'employees:read',
  'agency-workers': 'agency-workers:read',
  teams: 'planning:read',
  tasks: 'planning:read',
  shifts: 'planning:read',
  'time-entries': 'time-entries:read',
};
