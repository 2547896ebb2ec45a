import { expect, test } from 'vitest';
import { offsetChange, subtractsClockTimes } from '../../../src/domain/exceptions/workRules.js';
import { clockMinutes, elapsedMinutes } from '../../../src/domain/time/stamp.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { stampOf } from '../../support/records/stampOf.js';

const BRUSSELS = zoneByName('Europe/Brussels');

const spanRows: [
  row: string,
  start: string,
  end: string,
  elapsed: number,
  clock: number,
  changeSeconds: number,
][] = [
  ['an ordinary night', '2026-06-10T22:00+02:00', '2026-06-11T06:00+02:00', 480, 480, 0],
  ['the short night', '2026-03-28T22:00+01:00', '2026-03-29T06:00+02:00', 420, 480, 3600],
  ['the long night', '2026-10-24T22:00+02:00', '2026-10-25T06:00+01:00', 540, 480, -3600],
  ['the clock runs backwards', '2026-10-25T02:45+02:00', '2026-10-25T02:15+01:00', 30, -30, -3600],
  ['until the change', '2026-10-24T22:00+02:00', '2026-10-25T02:00+01:00', 300, 240, -3600],
  ['from the change', '2026-10-25T02:00+01:00', '2026-10-25T06:00+01:00', 240, 240, 0],
  ['seconds are cut off', '2026-06-10T22:00:30+02:00', '2026-06-10T23:00:29+02:00', 59, 59, 0],
];

test.each(spanRows)('%s', (_row, startText, endText, elapsed, clock, changeSeconds) => {
  const [start, end] = [stampOf(startText), stampOf(endText)];
  expect(elapsedMinutes(start, end)).toBe(elapsed);
  expect(clockMinutes(start, end)).toBe(clock);
  expect(offsetChange(start.epochSeconds, end.epochSeconds, BRUSSELS)).toBe(changeSeconds);
});

test('half an hour on Lord Howe', () => {
  const [start, end] = [stampOf('2026-04-04T22:00+11:00'), stampOf('2026-04-05T06:00+10:30')];
  expect(elapsedMinutes(start, end)).toBe(510);
  expect(offsetChange(start.epochSeconds, end.epochSeconds, zoneByName('Australia/Lord_Howe'))).toBe(-1800);
});

const suspectRows: [
  row: string,
  elapsed: number,
  net: number,
  breakMinutes: number,
  change: number,
  answer: boolean,
][] = [
  ['short night, elapsed time: right', 420, 390, 30, 3600, false],
  ['short night, clock time paid', 420, 450, 30, 3600, true],
  ['long night, clock time paid', 540, 450, 30, -3600, true],
  ['long night, elapsed time: right', 540, 510, 30, -3600, false],
  ['in the opposite direction', 540, 570, 30, -3600, true],
  ['the same hour missing on a night without a change', 540, 450, 30, 0, false],
  ['another difference', 540, 465, 30, -3600, false],
  ['half an hour of change', 510, 480, 0, -1800, true],
  ['no change, no missing minutes', 480, 450, 30, 0, false],
  ['a minute more than the change', 540, 449, 30, -3600, false],
  ['no planned break', 540, 480, 0, -3600, true],
];

test.each(suspectRows)(
  'suspect: %s',
  (_row, elapsed, workedMinutes, plannedBreakMinutes, transitionSeconds, answer) => {
    const evidence = { elapsedSeconds: elapsed * 60, workedMinutes, plannedBreakMinutes, transitionSeconds };
    expect(subtractsClockTimes(evidence)).toBe(answer);
    expect(subtractsClockTimes({ ...evidence, elapsedSeconds: elapsed * 60 + 59 })).toBe(answer);
  },
);
