import { createHash } from 'node:crypto';
import { DatedList, PlainList, type RecordList } from './recordLists.js';
import type { FileName, RecordInputOf } from './records.js';
import type { EmployerData, EmployerRecords, RecordEdit, ScriptedEdit } from './sandboxData.js';
import type { ModuleName, Scope } from './scopes.js';

/** An integration of the portal (docs/service.md, "Integrations"). A revoked one is never restored. */
export interface Integration {
  readonly clientId: string;
  readonly employerId: string;
  readonly scopes: readonly Scope[];
  secret: string;
  state: 'active' | 'revoked';
  /** When it last received a token. */
  lastUsedAtMs: number | null;
}

type PublicHoliday = RecordInputOf['public-holidays'] & { readonly id: string };

export interface EmployerLists {
  readonly establishments: PlainList<RecordInputOf['establishments']>;
  readonly 'public-holidays': PlainList<PublicHoliday>;
  readonly employees: PlainList<RecordInputOf['employees']>;
  readonly agencies: PlainList<RecordInputOf['agencies']>;
  readonly 'agency-workers': PlainList<RecordInputOf['agency-workers']>;
  readonly teams: PlainList<RecordInputOf['teams']>;
  readonly tasks: PlainList<RecordInputOf['tasks']>;
  readonly shifts: DatedList<RecordInputOf['shifts']>;
  readonly 'time-entries': DatedList<RecordInputOf['time-entries']>;
}

/** The current state of an employer. */
export class EmployerState {
  readonly employerId: string;
  readonly name: string;
  apiAccess: boolean;
  readonly modules: Record<ModuleName, boolean>;
  readonly integrations = new Map<string, Integration>();
  readonly lists: EmployerLists;
  readonly pendingEdits: ScriptedEdit[];

  constructor(data: EmployerData) {
    this.employerId = data.employerId;
    this.name = data.name;
    this.apiAccess = data.apiAccess ?? true;
    this.modules = {
      planning: data.modules?.planning ?? true,
      timeRegistration: data.modules?.timeRegistration ?? true,
    };
    for (const { clientId, clientSecret, scopes } of data.integrations ?? []) {
      this.integrations.set(clientId, {
        clientId,
        employerId: data.employerId,
        scopes,
        secret: clientSecret,
        state: 'active',
        lastUsedAtMs: null,
      });
    }
    this.lists = createLists(data.records);
    this.pendingEdits = [...(data.edits ?? [])];
  }

  get activeIntegrations(): number {
    return [...this.integrations.values()].filter(({ state }) => state === 'active').length;
  }

  /** Whether a list has a record with this ID, including archived and deleted ones. */
  has(list: FileName, id: string): boolean {
    return this.lists[list].get(id) !== undefined;
  }

  /** Returns false if there is no record to patch or delete. */
  edit(edit: RecordEdit): boolean {
    // The schema of a list determines its record type; `list` cannot narrow the union.
    const list = this.lists[edit.list] as unknown as RecordList<object>;
    if ('delete' in edit) return list.delete(edit.delete);
    if ('put' in edit) {
      list.put(
        edit.list === 'public-holidays' ? withId(edit.put as RecordInputOf['public-holidays']) : edit.put,
      );
      return true;
    }
    const known = list.get(edit.patch.id);
    if (known === undefined) return false;
    list.put({ ...known, ...edit.patch });
    return true;
  }
}

const byName = ({ name }: { readonly name: string }) => [name];

function createLists(records: EmployerRecords): EmployerLists {
  return {
    establishments: new PlainList(records.establishments ?? [], byName),
    'public-holidays': new PlainList(Array.from(records['public-holidays'] ?? [], withId), ({ date }) => [
      date,
    ]),
    employees: new PlainList(records.employees ?? [], (person) => [person.lastName, person.firstName]),
    agencies: new PlainList(records.agencies ?? [], byName),
    'agency-workers': new PlainList(records['agency-workers'] ?? [], byName),
    teams: new PlainList(records.teams ?? [], byName),
    tasks: new PlainList(records.tasks ?? [], byName),
    shifts: new DatedList(records.shifts ?? [], ({ date }) => date),
    'time-entries': new DatedList(records['time-entries'] ?? [], ({ workDate }) => workDate),
  };
}

/** Every record has an id (docs/service.md, "Every record"); a holiday without one gets the same at each start. */
function withId(holiday: RecordInputOf['public-holidays']): PublicHoliday {
  const hex = createHash('sha256').update(`${holiday.date} ${holiday.name}`).digest('hex');
  const made = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return { ...holiday, id: holiday.id ?? made };
}
