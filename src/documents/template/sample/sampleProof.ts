import type { DataRow, DataSet } from '../../dataSet.js';
import { sampleEmployee } from './sampleEmployee.js';
import { sampleEntryId, sampleStamps } from './sampleEntries.js';
import { sampleSet } from './sampleSet.js';
import { SAMPLE_ENTRIES } from './sampleWork.js';
import { sampleWorkFields } from './sampleWorkFields.js';

/** Exceptions, holidays, the clock change, the period's edge, and the control totals. */
export function sampleProof(): DataSet[] {
  return [
    sampleSet('exceptions', [exceptionRow()]),
    sampleSet('holidays', [{ date: '2026-10-12', name: 'Day of the sample', originalDate: '2026-10-11' }]),
    sampleSet('clock-changes', [clockChangeRow()]),
    sampleSet('period-edges', [periodEdgeRow()]),
    sampleSet('control', controlRows()),
  ];
}

function exceptionRow(): DataRow {
  return {
    code: 'SHORT_REST',
    title: 'Short rest',
    severity: 'warn',
    accepted: false,
    reason: null,
    ...sampleEmployee(1),
    date: '2026-10-02',
    record: 'entry-2-2026-10-02',
    ...sampleWorkFields({ place: 'South' }),
    message: 'Only 600 minutes of rest before this entry.',
    remedy: 'Check the times, and agree on a compensation.',
  };
}

function clockChangeRow(): DataRow {
  return {
    ...sampleEmployee(0),
    'entry.id': 'entry-1-2026-10-24',
    ...sampleWorkFields({ place: 'South' }),
    zone: 'Europe/Brussels',
    'entry.startsAt': '2026-10-24T22:00:00+02:00',
    'entry.endsAt': '2026-10-25T06:00:00+01:00',
    change: -60,
    elapsedMinutes: 540,
    clockMinutes: 480,
    workedMinutes: 540,
    paidMinutes: 540,
    allocation: '2026-10-24: 120; 2026-10-25: 420',
  };
}

function periodEdgeRow(): DataRow {
  const entry = SAMPLE_ENTRIES.find((candidate) => candidate.endDate !== candidate.date) ?? SAMPLE_ENTRIES[0];
  if (entry === undefined) throw new RangeError('the sample has no entries');
  const { startsAt, endsAt } = sampleStamps(entry);
  return {
    ...sampleEmployee(entry.person),
    'entry.id': sampleEntryId(entry),
    ...sampleWorkFields(entry),
    'entry.startsAt': startsAt,
    'entry.endsAt': endsAt,
    workedMinutes: entry.worked,
    insideMinutes: entry.worked,
    outsideMinutes: 0,
    allocation: `${entry.date}: ${entry.worked}`,
  };
}

function controlRows(): DataRow[] {
  const minutes = SAMPLE_ENTRIES.reduce((sum, entry) => sum + entry.worked, 0);
  const entries = SAMPLE_ENTRIES.length;
  return [
    {
      scope: 'total',
      subject: 'sample',
      subjectId: null,
      reason: 'fetched',
      entries: entries + 1,
      minutes: minutes + 480,
    },
    { scope: 'total', subject: 'sample', subjectId: null, reason: 'exported', entries, minutes },
    { scope: 'total', subject: 'sample', subjectId: null, reason: 'agency', entries: 1, minutes: 480 },
  ];
}
