import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findExceptions } from '../../src/domain/exceptions/ratedFindings.js';
import { allocate } from '../../src/domain/time/allocate.js';
import { addDays, type LocalDate } from '../../src/domain/time/localDate.js';
import { findPayOracle, type OracleCase, programLines } from '../oracle/payOracle.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { entry, period, periodData, timesheetOf } from '../support/records/periodFixture.js';

const TEXT = readFileSync(join(PROJECT, 'docs', 'time.md'), 'utf8');
const oracle = findPayOracle('2026f');
const PLACE = '10000000-0000-4000-8000-000000000001';
const ZONES: Readonly<Record<string, string>> = {
  Brussels: 'Europe/Brussels',
  'Lord Howe': 'Australia/Lord_Howe',
  Cairo: 'Africa/Cairo',
};

/** The rows of the table with this heading, as cells. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const [, rows = ''] = TEXT.split(`| ${heading} |`);
  const lines = rows.split('\n').slice(2);
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

interface Span {
  readonly start: string;
  readonly end: string;
}

/** `2026-10-24 22:00+02 to 06:00+01`: an end that is not later than the start is on the next day. */
function spansOf(text: string): readonly Span[] {
  const spans = text.matchAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d)(\S*) to (\d\d:\d\d)([^,;\s]*)/g);
  return [...spans].map(([, date = '', from, fromOffset = '', to = '', toOffset = '']) => {
    const last = to > String(from) ? date : String(addDays(date as LocalDate, 1));
    return { start: `${date}T${from}:00${offset(fromOffset)}`, end: `${last}T${to}:00${offset(toOffset)}` };
  });
}

const offset = (text: string): string => (text.includes(':') ? text : `${text}:00`);

function caseOf(
  name: string,
  zone: string,
  { start, end }: Span,
  change: Partial<OracleCase['config']> = {},
) {
  const workedMinutes = Math.floor((Date.parse(end) - Date.parse(start)) / 60_000);
  const record = { id: '30000000-0000-4000-8000-000000000001', place: PLACE, startsAt: start, endsAt: end };
  return {
    name,
    places: { [PLACE]: zone },
    columns: {},
    holidays: [],
    period: { from: '2026-01-01', to: '2026-12-31' },
    config: {
      attribution: 'split' as const,
      dst: 'elapsed' as const,
      rounding: { level: 'none', step: 15, mode: 'nearest', grace: 0 },
      breaks: { allocate: 'proportional' },
      payRules: { base: [{ code: 'NORMAL' }], loadings: [] },
      ...change,
    },
    entries: [{ ...record, workDate: start.slice(0, 10), workedMinutes }],
  };
}

/** Minutes per day by the program and, if available, by the oracle. */
function daysOf(payCase: OracleCase): (readonly (readonly [date: string, minutes: number])[])[] {
  const told = [programLines(payCase), ...(oracle?.given([payCase]).map(({ lines }) => lines) ?? [])];
  return told.map((lines) => lines.map(([date, , , , minutes]) => [date, minutes] as const));
}

describe('an entry across midnight', () => {
  const rows = rowsUnder('entry | under `split`, first day / second day');
  test('there are rows', () => expect(rows.length).toBeGreaterThan(5));
  test.each(rows)('%s: %s', (text, days) => {
    const minutes = days.split(' / ').map(Number);
    const parts = /parts of (\d+) and (\d+) minutes, (\d+) of them/.exec(text);
    if (parts !== null) {
      const [first = 0, second = 0, net = 0] = parts.slice(1).map(Number);
      expect(allocate(net, [first * 60, second * 60])).toEqual(minutes);
      return;
    }
    const zone = Object.entries(ZONES).find(([name]) => text.startsWith(name))?.[1] ?? 'Etc/UTC';
    const dated = text.startsWith('18:00')
      ? text.replace('18:00 to 02:00', '2026-06-10 18:00+00 to 02:00+00')
      : text;
    const [span] = spansOf(dated);
    if (span === undefined) throw new Error(text);
    const dst = text.includes('wallclock') ? { dst: 'wallclock' as const } : {};
    const told = daysOf(caseOf(text, zone, span, dst));
    for (const each of told) expect(each.map(([, paid]) => paid)).toEqual(minutes);
  });
});

describe('an entry with a different workDate', () => {
  const rows = rowsUnder('entry in Brussels | `workDate` | under `split` | a final run');
  const months = [
    ['2026-09-01', '2026-09-30'],
    ['2026-10-01', '2026-10-31'],
    ['2026-11-01', '2026-11-30'],
  ] as const;
  test('there are rows', () => expect(rows).toHaveLength(6));

  test.each(rows)('%s under %s: %s, %s', (text, workDate, days, verdict) => {
    const [span] = spansOf(text);
    if (span === undefined) throw new Error(text);
    const whole = caseOf(text, 'Europe/Brussels', span);
    const filed = { ...whole, entries: whole.entries.map((each) => ({ ...each, workDate })) };
    const wanted = days.split(', ').map((day) => [day.split(' ')[0], Number(day.split(' ')[1])]);
    for (const each of daysOf(filed)) expect(each).toEqual(wanted);
    // Each month reads its own days and the margin: together they count every minute once.
    const told = months.flatMap(([from, to]) => programLines({ ...filed, period: { from, to } }));
    expect(told.map(([date, , , , minutes]) => [date, minutes])).toEqual(wanted);

    const found = months.flatMap(([from, to]) => {
      const data = periodData({ entries: [entry({ ...span, workDate })] });
      const sheet = timesheetOf(data, 'split', period(from, to));
      return findExceptions(data, sheet).filter(({ code }) => code === 'WORKDATE_MISMATCH');
    });
    expect(found.length > 0).toBe(verdict !== 'continues without a warning');
    expect(found.every(({ atLeast }) => atLeast === 'block-final')).toBe(verdict !== 'warns');
  });
});

describe('the rest before an entry', () => {
  const rows = rowsUnder('work in Brussels | rest');
  test('there are rows', () => expect(rows).toHaveLength(5));

  test.each(rows)('%s: %s', (text, rest) => {
    const entries = spansOf(text).map((span, index) => entry({ ...span, id: `e-${index}` }));
    const of = text.startsWith('2026-03')
      ? period('2026-03-01', '2026-03-31')
      : period('2026-11-01', '2026-11-30');
    const data = periodData({ entries });
    const found = findExceptions(data, timesheetOf(data, 'start', of)).filter(
      ({ code }) => code === 'SHORT_REST',
    );
    const [hours = '', minutes = ''] = rest.split(':');
    const restMinutes = Number(hours) * 60 + Number(minutes);
    expect(found.map(({ facts }) => facts.minutes)).toEqual(rest === '' ? [] : [restMinutes]);
  });
});
