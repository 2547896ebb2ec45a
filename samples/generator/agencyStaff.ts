import { AGENCIES, type PlaceKey } from './places.js';
import { uuidFor } from './random.js';
import type { AgencyWorkerRecord } from './records.js';
import type { RoleKey } from './roles.js';

/** An agency worker, with the days of the week on which the agency sends the worker. */
export interface AgencyStaffMember {
  readonly record: AgencyWorkerRecord;
  readonly role: RoleKey;
  readonly place: PlaceKey;
  readonly weeks: readonly [string, string];
  readonly lastDay?: string;
}

function worker(
  name: string,
  agency: keyof typeof AGENCIES,
  [role, place, days]: readonly [RoleKey, PlaceKey, string],
): AgencyStaffMember {
  const record = { id: uuidFor(`agency worker ${name}`), name, agencyId: AGENCIES[agency] };
  return { record, role, place, weeks: [days, days] };
}

const former = worker('Lotte Hermans', 'nord', ['shopEarly', 'antwerp', '....xx.']);

/** The last one has left the agency: deleted, and still named by shifts and entries until 10 October. */
export const agencyStaff: readonly AgencyStaffMember[] = [
  worker('Andrei Popescu', 'nord', ['nightBaker', 'antwerp', '....xx.']),
  worker('Fatoumata Diallo', 'nord', ['shopLate', 'brussels', '.....xx']),
  worker('Bao Trần Quốc', 'delta', ['pastry', 'brussels', '....xxx']),
  worker('Ivana Horvat', 'delta', ['weekend', 'antwerp', '.....xx']),
  { ...former, record: { ...former.record, deleted: true }, lastDay: '2026-10-10' },
];
