import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import { SCOPES } from '../../../src/sandbox/scopes.js';

/** A UUID that shows its meaning: kind (two digits) and number. */
export function uuid(kind: number, number: number): string {
  const tail = String(number).padStart(12, '0');
  return `00000000-0000-4000-80${String(kind).padStart(2, '0')}-${tail}`;
}

export const BAKERY = 'bakery-1';
export const CAFE = 'cafe-2';

export const ids = {
  shop: uuid(1, 1),
  goneShop: uuid(1, 2),
  ann: uuid(2, 1),
  archived: uuid(2, 2),
  worker: uuid(3, 1),
  goneWorker: uuid(3, 2),
  agency: uuid(4, 1),
  goneAgency: uuid(4, 2),
  team: uuid(5, 1),
  goneTeam: uuid(5, 2),
  task: uuid(6, 1),
  goneTask: uuid(6, 2),
  shift: uuid(7, 1),
  draftShift: uuid(7, 2),
  archivedShift: uuid(7, 3),
  goneShopShift: uuid(7, 4),
  completed: uuid(8, 1),
  open: uuid(8, 2),
  onBreak: uuid(8, 3),
  cancelled: uuid(8, 4),
  ofDraft: uuid(8, 5),
  goneShopEntry: uuid(8, 6),
} as const;

const night = { startsAt: '2026-10-24T22:00:00+02:00', endsAt: '2026-10-25T06:00:00+01:00' };
const morning = { startsAt: '2026-10-05T06:00:00+02:00', endsAt: '2026-10-05T14:00:00+02:00' };
const inShop = { establishmentId: ids.shop };
const deletedReferences = {
  teamId: ids.goneTeam,
  taskId: ids.goneTask,
  agencyId: ids.goneAgency,
  agencyWorkerId: ids.goneWorker,
};

/**
 * An employer with one record for each rule of docs/service.md, "Every record". Its secret has every special character.
 */
export function bakery(change: Partial<EmployerData> = {}): EmployerData {
  return {
    employerId: BAKERY,
    name: 'Bakery',
    integrations: [{ clientId: 'bakery:client', clientSecret: 's+e c/r%e:t=é', scopes: SCOPES }],
    records: {
      establishments: [
        { id: ids.shop, name: 'Shop', zone: 'Europe/Brussels' },
        { id: ids.goneShop, name: 'Gone', zone: 'Europe/Brussels', deleted: true },
      ],
      'public-holidays': [
        { date: '2026-11-01', name: 'All Saints', replacementDate: '2026-11-02' },
        { date: '2026-12-31', name: 'Old Year', replacementDate: '2027-01-02' },
        { date: '2027-01-01', name: 'New Year' },
      ],
      employees: [
        { id: ids.ann, firstName: 'Ann', lastName: 'Ö', isActive: false },
        { id: ids.archived, firstName: 'Old', lastName: 'Hand', archived: true },
      ],
      agencies: [
        { id: ids.agency, name: 'Agency' },
        { id: ids.goneAgency, name: 'Gone', deleted: true },
      ],
      'agency-workers': [
        { id: ids.worker, name: 'Ana', agencyId: ids.agency },
        { id: ids.goneWorker, name: 'Gone', agencyId: ids.goneAgency, deleted: true },
      ],
      teams: [
        { id: ids.team, name: 'Ovens' },
        { id: ids.goneTeam, name: 'Gone', deleted: true },
      ],
      tasks: [
        { id: ids.task, name: 'Baking' },
        { id: ids.goneTask, name: 'Gone', deleted: true },
      ],
      shifts: [
        {
          id: ids.shift,
          date: '2026-10-24',
          ...night,
          breakMinutes: 30,
          employeeId: ids.ann,
          ...inShop,
          teamId: ids.team,
          taskId: ids.task,
        },
        { id: ids.draftShift, date: '2026-10-05', ...morning, ...inShop, published: false },
        {
          id: ids.archivedShift,
          date: '2026-10-05',
          ...morning,
          employeeId: ids.archived,
          ...inShop,
          fillType: 'External',
          ...deletedReferences,
        },
        { id: ids.goneShopShift, date: '2026-10-05', ...morning, establishmentId: ids.goneShop },
      ],
      'time-entries': [
        {
          id: ids.completed,
          workDate: '2026-10-24',
          status: 'Completed',
          ...night,
          workedMinutes: 510,
          shiftId: ids.shift,
          employeeId: ids.archived,
          reviewedAtUtc: '2026-10-26T08:00:00Z',
          ...inShop,
        },
        { id: ids.open, workDate: '2026-10-05', status: 'Working', startsAt: morning.startsAt, ...inShop },
        {
          id: ids.onBreak,
          workDate: '2026-10-05',
          status: 'OnBreak',
          startsAt: morning.startsAt,
          workedMinutes: 90,
          ...inShop,
        },
        {
          id: ids.cancelled,
          workDate: '2026-10-05',
          status: 'Cancelled',
          ...morning,
          workedMinutes: 480,
          ...inShop,
          ...deletedReferences,
        },
        {
          id: ids.ofDraft,
          workDate: '2026-10-06',
          status: 'Completed',
          ...morning,
          workedMinutes: 480,
          shiftId: ids.draftShift,
          ...inShop,
        },
        {
          id: ids.goneShopEntry,
          workDate: '2026-10-05',
          status: 'Completed',
          ...morning,
          workedMinutes: 480,
          establishmentId: ids.goneShop,
        },
      ],
    },
    ...change,
  };
}

/** A second employer, for testing tokens and cursors with the wrong employer. */
export function cafe(change: Partial<EmployerData> = {}): EmployerData {
  return {
    employerId: CAFE,
    name: 'Cafe',
    integrations: [{ clientId: 'cafe-client', clientSecret: 'cafe-secret', scopes: SCOPES }],
    records: {},
    ...change,
  };
}
