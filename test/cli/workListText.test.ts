import { expect, test } from 'vitest';
import { workListText } from '../../src/cli/workListText.js';
import type { RatedFinding } from '../../src/domain/exceptions/finding.js';
import { buildWorkList, type FindingReport, sortByWorkList } from '../../src/domain/exceptions/workList.js';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import { renderPaint } from '../../src/runtime/paint.js';

const unpainted = (text: string) => renderPaint(text, false, (part) => part);

const overlap = (who: string, day: number, more: Partial<RatedFinding> = {}): RatedFinding => ({
  code: 'OVERLAP',
  employeeId: who,
  date: toLocalDate(`2026-10-${String(day).padStart(2, '0')}`),
  record: `${who}-${day}`,
  facts: { start: '08:00', end: `${day}:00`, hours: '1:00' },
  severity: 'block-final',
  accepted: undefined,
  ...more,
});

function found(findings: readonly RatedFinding[], more: Partial<FindingReport> = {}): FindingReport {
  const names = new Map(
    findings.map(({ employeeId, record }) => [employeeId ?? record, `Name ${employeeId ?? record}`]),
  );
  const places = new Map(
    findings.map(({ record }) => [record, record.startsWith('b') ? 'Airport' : 'Market']),
  );
  return { findings, names, places, language: 'en', ...more };
}

test('by cause, then establishment, employee and day', () => {
  const findings = [
    overlap('c', 9, { severity: 'warn', code: 'SHORT_REST' }),
    overlap('c', 8),
    overlap('b', 3),
    overlap('a', 7),
    overlap('a', 5),
  ];
  const shape = buildWorkList(found(findings)).map(({ code, count, places }) => [
    code,
    count,
    places.map(({ establishment, lines }) => [
      establishment,
      lines.map(({ people }) => people.map(({ name, dates }) => `${name} ${dates.join(' ')}`).join('; ')),
    ]),
  ]);
  expect(shape).toEqual([
    [
      'OVERLAP',
      4,
      [
        ['Airport', ['Name b 2026-10-03']],
        ['Market', ['Name a 2026-10-05', 'Name a 2026-10-07', 'Name c 2026-10-08']],
      ],
    ],
    ['SHORT_REST', 1, [['Market', ['Name c 2026-10-09']]]],
  ]);
  expect(buildWorkList(found([...findings].reverse()))).toEqual(buildWorkList(found(findings)));
});

test('single findings are in the same order, with accepted ones last', () => {
  const findings = [
    overlap('a', 2, { accepted: 'seen' }),
    overlap('c', 9, { severity: 'warn', code: 'SHORT_REST' }),
    overlap('c', 8),
    overlap('b', 3),
    overlap('a', 7),
    overlap('a', 5),
  ];
  const order = ['b-3', 'a-5', 'a-7', 'c-8', 'c-9', 'a-2'];
  expect(sortByWorkList(found(findings)).map(({ record }) => record)).toEqual(order);
  expect(sortByWorkList(found([...findings].reverse())).map(({ record }) => record)).toEqual(order);
});

test('forty lines with one cause become one line with forty names', () => {
  const people = Array.from({ length: 40 }, (_, index) => `p${String(index).padStart(2, '0')}`);
  const findings = people.map((who, index) => overlap(who, (index % 28) + 1));
  const text = workListText(found(findings), undefined);
  expect(text.split('\n')).toHaveLength(4);
  for (const who of people) expect(text).toMatch(new RegExp(`Name ${who} 2026-10-\\d\\d`));
});

test('the same message for many employees is printed once, with their names', () => {
  const facts = { start: '08:00', end: '09:00', hours: '1:00' };
  const [{ places } = { places: [] }] = buildWorkList(
    found([overlap('a', 1, { facts }), overlap('c', 2, { facts })]),
  );
  expect(places[0]?.lines).toMatchObject([{ people: [{ name: 'Name a' }, { name: 'Name c' }] }]);
});

test('people who are not employees are shown by the name in the record, without guessing', () => {
  const [first, second] = [overlap('x', 1, { employeeId: null }), overlap('y', 2, { employeeId: null })];
  const names = new Map([['x-1', 'Temp, Tom']]);
  const text = workListText(found([first, second], { names, places: new Map() }), undefined);
  expect(text).toContain('  Temp, Tom 2026-10-01: ');
  expect(text).toContain('  y-2 2026-10-02: ');
  expect(text).not.toContain('no establishment');
});

test.each([
  ['de', 'blockiert den endgültigen Lauf', 'Dienstplanung'],
  ['fr', 'bloque le traitement définitif', 'le responsable du planning'],
  ['nl', 'blokkeert de definitieve run', 'de planner'],
])('in the configured language: %s', (language, weight, actor) => {
  const text = workListText(found([overlap('a', 1)], { language }), undefined);
  expect(text).toContain(weight);
  expect(text).toContain(actor);
});

test('a day of the margin is marked as outside the period', () => {
  const period = { from: toLocalDate('2026-10-05'), to: toLocalDate('2026-10-31'), label: '2026-10' };
  const text = workListText(found([overlap('a', 4), overlap('c', 5)], { period }), undefined);
  expect(text).toContain('Name a 2026-10-04 (outside the period): ');
  expect(text).toContain('Name c 2026-10-05: ');
});

test.each([40, 60, 80])('no line is wider than a terminal of %i columns', (width) => {
  const findings = Array.from({ length: 30 }, (_, index) => overlap(`p${index}`, (index % 28) + 1));
  const widest = Math.max(
    ...unpainted(workListText(found(findings), width))
      .split('\n')
      .map((line) => line.length),
  );
  expect(widest).toBeLessThanOrEqual(width);
});

test('nothing to do', () => {
  expect(workListText(found([]), undefined)).toBe('Nothing to do.');
});
