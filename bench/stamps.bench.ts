import { DateTime } from 'luxon';
import { parseStamp } from '../src/domain/time/stamp.js';
import type { Bench, Outcome } from './benchResult.js';

const STAMPS = 1_000_000;
const FIRST_SECOND = Date.UTC(2026, 0, 1) / 1000;

/** A stamp every 31 seconds, in summer time and in winter time. */
function stampTexts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const hours = index % 2 === 0 ? 2 : 1;
    const local = new Date((FIRST_SECOND + index * 31) * 1000).toISOString().slice(0, 19);
    return `${local}+0${hours}:00`;
  });
}

function summed(texts: readonly string[], epochSecondsOf: (text: string) => number): Outcome {
  let sum = 0;
  for (const text of texts) sum += epochSecondsOf(text) % 1_000_003;
  return { units: texts.length, result: String(sum) };
}

function candidate(name: string, epochSecondsOf: (text: string) => number) {
  return {
    name,
    prepare: (scale: number) => {
      const texts = stampTexts(STAMPS * scale);
      return () => summed(texts, epochSecondsOf);
    },
  };
}

export const bench: Bench = {
  title: 'Stamps parsed: local date-time with offset -> instant',
  unit: 'stamps',
  candidates: [
    candidate('paytally parseStamp', (text) => {
      const stamp = parseStamp(text);
      return typeof stamp === 'string' ? Number.NaN : stamp.epochSeconds;
    }),
    candidate('Date.parse (accepts too much)', (text) => Date.parse(text) / 1000),
    candidate('luxon DateTime.fromISO', (text) => DateTime.fromISO(text, { setZone: true }).toSeconds()),
  ],
};
