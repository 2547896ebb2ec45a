import type { PeriodData } from '../../domain/records/periodData.js';
import type { RecipientShare } from '../deliver/recipients.js';

/** The records of a share, and nothing about anybody else: what one recipient's files are computed from. */
export function shareOfData(data: PeriodData, share: RecipientShare): PeriodData {
  const isIn = belongsTo(share);
  return {
    ...data,
    entries: data.entries.filter(isIn),
    shifts: data.shifts?.filter(isIn) ?? null,
    invalid: [],
    changedWhileReading: [],
  };
}

interface Placed {
  readonly employeeId: string | null;
  readonly establishmentId: string | null;
  readonly teamId: string | null;
}

function belongsTo(share: RecipientShare): (record: Placed) => boolean {
  switch (share.kind) {
    case 'whole':
      return () => true;
    case 'people':
      return ({ employeeId }) => employeeId !== null && share.ids.has(employeeId);
    case 'establishments':
      return ({ establishmentId }) => establishmentId !== null && share.ids.has(establishmentId);
    case 'teams':
      return ({ teamId }) => teamId !== null && share.ids.has(teamId);
  }
}
