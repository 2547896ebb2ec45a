import type { PersonRecords } from './periodData.js';
import type { Shift, TimeEntry } from './records.js';

/**
 * The records of a person, with entries that have a team and a task: those of their own, else those of the shift that
 * they name (docs/service.md, "Shifts": the service documents these references for shifts).
 */
export function withTeamsOfShifts(records: PersonRecords): PersonRecords {
  const { entries, shifts, relatedShifts } = records;
  if (entries.every(hasBoth)) return records;
  const byId = new Map([...shifts, ...relatedShifts].map((shift) => [shift.id, shift]));
  return { ...records, entries: entries.map((entry) => withTeamOf(entry, byId.get(entry.shiftId ?? ''))) };
}

const hasBoth = ({ teamId, taskId }: TimeEntry): boolean => teamId !== null && taskId !== null;

function withTeamOf(entry: TimeEntry, shift: Shift | undefined): TimeEntry {
  const teamId = entry.teamId ?? shift?.teamId ?? null;
  const taskId = entry.taskId ?? shift?.taskId ?? null;
  return teamId === entry.teamId && taskId === entry.taskId ? entry : { ...entry, teamId, taskId };
}
