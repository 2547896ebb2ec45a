import type { RecipientShare } from '../../delivery/deliveries.js';
import type { RecordsWithEarlierPay } from '../../domain/pay/payLine.js';
import { inheritShiftTeams } from '../../domain/records/periodData.js';

/** The records of a share, and nothing about anybody else: what one recipient's files are computed from. */
export function shareOfRecords(
  { facts, personIds, of, earlier }: RecordsWithEarlierPay,
  share: RecipientShare,
): RecordsWithEarlierPay {
  const isIn = belongsTo(share);
  return {
    earlier,
    facts: { ...facts, invalid: [], changedWhileReading: [] },
    personIds: share.kind === 'people' ? personIds.filter((id) => share.ids.has(id)) : personIds,
    of: (personId) => {
      const { entries, shifts, relatedEntries, relatedShifts } = inheritShiftTeams(of(personId));
      return {
        personId,
        entries: entries.filter(isIn),
        shifts: shifts.filter(isIn),
        relatedEntries: relatedEntries.filter(isIn),
        relatedShifts: relatedShifts.filter(isIn),
      };
    },
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
