import { describe, expect, test } from 'vitest';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { type PunchKind, pairPunches } from '../../../src/sources/rows/pairPunches.js';
import { readWrittenTime, stampIn } from '../../../src/sources/rows/writtenTime.js';

const ZONE = zoneByName('Europe/Brussels');

/** `5 08:00 in` is a punch on 5 October 2026. */
function punch(text: string, index: number) {
  const [day = '', clock = '', kind = 'punch'] = text.split(' ');
  const written = readWrittenTime(`2026-10-${day.padStart(2, '0')}T${clock}`, 'dmy');
  const time = written && stampIn(written, ZONE, '1');
  if (time === undefined || !('epochSeconds' in time)) throw new Error(text);
  return { line: index + 2, time, kind: kind as PunchKind };
}

function paired(punches: readonly string[]): readonly string[] {
  const { entries } = pairPunches(punches.map(punch));
  return entries.map(({ first, end, workedSeconds, isOnBreak }) => {
    const from = first.time.text.slice(8, 16);
    return end === null
      ? `${from} ${isOnBreak ? 'on break' : 'open'}`
      : `${from} to ${end.text.slice(8, 16)} ${(workedSeconds ?? 0) / 60}`;
  });
}

describe('punches of one person', () => {
  test.each([
    ['in and out', ['5 08:00 in', '5 16:30 out'], ['05T08:00 to 05T16:30 510']],
    ['any order in the file', ['5 16:30 out', '5 08:00 in'], ['05T08:00 to 05T16:30 510']],
    ['over midnight', ['5 22:00 in', '6 06:00 out'], ['05T22:00 to 06T06:00 480']],
    ['over the end of summer time', ['24 22:00 in', '25 06:00 out'], ['24T22:00 to 25T06:00 540']],
    [
      'a break with start and end',
      ['5 08:00 in', '5 12:00 break-start', '5 12:30 break-end', '5 16:30 out'],
      ['05T08:00 to 05T16:30 480'],
    ],
    [
      'breaks that alternate',
      ['5 08:00 in', '5 10:00 break', '5 10:15 break', '5 12:00 break', '5 12:30 break', '5 16:30 out'],
      ['05T08:00 to 05T16:30 465'],
    ],
    ['20 hours', ['5 04:00 in', '6 00:00 out'], ['05T04:00 to 06T00:00 1200']],
    ['more than 20 hours', ['5 04:00 in', '6 00:01 out'], ['05T04:00 open', '06T00:01 open']],
    ['no out', ['5 08:00 in', '6 08:00 in', '6 16:00 out'], ['05T08:00 open', '06T08:00 to 06T16:00 480']],
    ['no in', ['5 16:00 out', '6 08:00 in', '6 16:00 out'], ['05T16:00 open', '06T08:00 to 06T16:00 480']],
    [
      'a break that does not end',
      ['5 08:00 in', '5 12:00 break-start', '5 16:00 out'],
      ['05T08:00 on break'],
    ],
    [
      'a break that does not begin',
      ['5 08:00 in', '5 12:00 break-end', '5 16:00 out'],
      ['05T08:00 on break'],
    ],
    ['a break outside work', ['5 12:00 break-start'], ['05T12:00 on break']],
    ['punches within a minute', ['5 08:00 in', '5 08:00:40 in', '5 16:00 out'], ['05T08:00 to 05T16:00 480']],
    [
      'two ins two minutes apart',
      ['5 08:00 in', '5 08:02 in', '5 16:00 out'],
      ['05T08:00 open', '05T08:02 to 05T16:00 478'],
    ],
    [
      'without kinds',
      ['5 08:00', '5 12:00', '5 12:30', '5 16:00'],
      ['05T08:00 to 05T12:00 240', '05T12:30 to 05T16:00 210'],
    ],
    [
      'an odd number without kinds',
      ['5 08:00', '5 12:00', '5 12:30', '6 08:00', '6 16:00'],
      ['05T08:00 to 05T12:00 240', '05T12:30 open', '06T08:00 to 06T16:00 480'],
    ],
    ['a night without kinds', ['5 22:00', '6 06:00'], ['05T22:00 open', '06T06:00 open']],
  ])('%s', (_, punches, expected) => {
    expect(paired(punches)).toEqual(expected);
  });

  test('doubled punches are named', () => {
    const { doubled } = pairPunches(['5 08:00 in', '5 08:00:59 in', '5 16:00 out'].map(punch));
    expect(doubled.map(({ line }) => line)).toEqual([3]);
  });

  test('the end of one night and the start of the next are unclear without kinds', () => {
    const { unclear } = pairPunches(['6 06:00', '6 22:00'].map(punch));
    expect(unclear.map(({ line }) => line)).toEqual([3]);
    expect(pairPunches(['6 06:00', '6 17:59'].map(punch)).unclear).toEqual([]);
  });
});
