import { groupBy } from '../groupBy.js';
import { isInside } from '../period.js';
import type { TimeEntry } from '../records.js';
import type { WorkedEntry } from '../timesheet/timesheet.js';
import type { Finding } from './finding.js';
import { entryFinding, type Rule, type RuleInput, workedAround } from './rule.js';

const REST_SECONDS = 660 * 60;

/** Two entries of one person share time, wherever they were worked. At least one of them touches the period. */
export const overlap: Rule = (input) =>
  byEmployee(input).flatMap((entries) => {
    const found: Finding[] = [];
    let latest: WorkedEntry | undefined;
    for (const worked of entries) {
      if (latest !== undefined && startOf(worked) < endOf(latest) && (touches(worked) || touches(latest))) {
        const overlapSeconds = Math.min(endOf(latest), endOf(worked)) - startOf(worked);
        if (overlapSeconds > 0)
          found.push(pairFinding('OVERLAP', latest.entry, worked.entry, overlapSeconds));
      }
      if (latest === undefined || endOf(worked) > endOf(latest)) latest = worked;
    }
    return found;
  });

/**
 * Less than 11 hours of real time between the work of two working days (`workDate`), in whatever establishment and
 * zone. A pause inside one working day is not a rest.
 */
export const shortRest: Rule = (input) =>
  byEmployee(input).flatMap((entries) => {
    const found: Finding[] = [];
    let latest: WorkedEntry | undefined;
    for (const worked of entries) {
      if (latest !== undefined && latest.entry.workDate !== worked.entry.workDate) {
        const restSeconds = startOf(worked) - endOf(latest);
        const isShort = restSeconds >= 0 && restSeconds < REST_SECONDS;
        if (isShort && isInside(worked.entry.workDate, input.period)) {
          found.push(pairFinding('SHORT_REST', latest.entry, worked.entry, restSeconds));
        }
      }
      if (latest === undefined || endOf(worked) > endOf(latest)) latest = worked;
    }
    return found;
  });

function byEmployee({ timesheet }: RuleInput): WorkedEntry[][] {
  const groups = groupBy(workedAround(timesheet), ({ entry }) => entry.employeeId);
  return [...groups.values()];
}

function pairFinding(
  code: 'OVERLAP' | 'SHORT_REST',
  earlier: TimeEntry,
  later: TimeEntry,
  seconds: number,
): Finding {
  return entryFinding(code, later, {
    minutes: Math.floor(seconds / 60),
    earlier: earlier.id,
    earlierStart: earlier.start.text,
    earlierEnd: earlier.end?.text ?? '',
  });
}

function touches(worked: WorkedEntry): boolean {
  return worked.inside.length > 0;
}

function startOf(worked: WorkedEntry): number {
  return worked.entry.start.epochSeconds;
}

function endOf(worked: WorkedEntry): number {
  return Math.max(worked.entry.end?.epochSeconds ?? 0, startOf(worked));
}
