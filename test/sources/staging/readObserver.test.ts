import { expect, test } from 'vitest';
import { formatText } from '../../../src/i18n/formatMessage.js';
import { type Text, verbatim } from '../../../src/i18n/message.js';
import { readObserver } from '../../../src/sources/staging/readObserver.js';
import type { ReadEvent } from '../../../src/sources/transport/effects.js';

const waiting = (reason: 'limit' | 'too-many', leftMs: number): ReadEvent => ({
  type: 'waiting',
  reason,
  leftMs,
});

const rows: readonly (readonly [
  name: string,
  events: readonly (readonly [atMs: number, ReadEvent])[],
  lines: string[],
])[] = [
  ['a short wait is not reported', [[0, waiting('limit', 9_900)]], []],
  [
    'a long wait is reported once, at its beginning, however many streams wait',
    [
      [0, waiting('limit', 61_000)],
      [3, waiting('limit', 60_998)],
      [1_000, waiting('limit', 60_000)],
      [30_000, waiting('limit', 31_000)],
    ],
    ['Waiting 61 s: paytally has made all requests that "limits" in the configuration allows per minute.'],
  ],
  [
    'the service asks for another wait after the first',
    [
      [0, waiting('limit', 20_000)],
      [20_000, waiting('too-many', 120_000)],
    ],
    [
      'Waiting 20 s: paytally has made all requests that "limits" in the configuration allows per minute.',
      'The service asked us to wait 120 s (rate limit).',
    ],
  ],
  [
    'before another attempt',
    [
      [
        0,
        {
          type: 'retrying',
          what: verbatim('teams'),
          attempt: 7,
          delayMs: 14_000,
          reason: verbatim('status 503'),
        },
      ],
    ],
    ['Waiting 14 s before attempt 7: status 503.'],
  ],
];

test.each(rows)('a wait: %s', (_name, events, lines) => {
  const said: string[] = [];
  let nowMs = 0;
  const terminal = {
    result: () => undefined,
    message: (text: Text) => said.push(formatText(text, 'en')),
    alert: () => undefined,
    progress: () => undefined,
    width: undefined,
  };
  const observe = readObserver(terminal, false, { untilMs: 0 }, () => nowMs);
  for (const [atMs, event] of events) {
    nowMs = atMs;
    observe(event);
  }
  expect(said).toEqual(lines);
});

test.each<[name: string, expected: number | undefined, atMs: number, requests: number, line: string]>([
  [
    'an earlier read gives the remaining time',
    100,
    20_000,
    25,
    'Reading shifts: 9 records, 25 requests; about 60 s left',
  ],
  [
    'in minutes if there are many',
    1000,
    60_000,
    100,
    'Reading shifts: 9 records, 100 requests; about 9 min left',
  ],
  ['unknown in the first seconds', 100, 4000, 25, 'Reading shifts: 9 records, 25 requests'],
  ['unknown without an earlier read', undefined, 60_000, 25, 'Reading shifts: 9 records, 25 requests'],
  ['no estimate once more was read than expected', 20, 60_000, 25, 'Reading shifts: 9 records, 25 requests'],
])('the progress line: %s', (_name, expected, atMs, requests, line) => {
  const shown: (string | undefined)[] = [];
  let nowMs = 0;
  const terminal = {
    result: () => undefined,
    message: () => undefined,
    alert: () => undefined,
    progress: (text: Text | undefined) => shown.push(text === undefined ? text : formatText(text, 'en')),
    width: undefined,
  };
  const observe = readObserver(terminal, false, { untilMs: 0 }, () => nowMs, expected);
  nowMs = atMs;
  observe({ type: 'page', list: 'shifts', records: 9, requests });
  expect(shown).toEqual([line]);
});
