import { DateTime } from 'luxon';
import { zoneByName } from '../src/domain/time/tzdata.js';
import type { Bench, Outcome } from './benchResult.js';

const LOOKUPS = 5_000_000;
const LUXON_LOOKUPS = 100_000;
const ZONE = 'Europe/Brussels';
const FIRST_SECOND = Date.UTC(2020, 0, 1) / 1000;
const SPAN_SECONDS = 7 * 365 * 86_400;

/** Instants across seven years, in an order that defeats caches. The step and the span have no common factor. */
function instantAt(index: number): number {
  return FIRST_SECOND + ((index * 7_919_977) % SPAN_SECONDS);
}

function summed(count: number, startOfDayAt: (epochSeconds: number) => number): Outcome {
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    const start = startOfDayAt(instantAt(index));
    // The first instants of both candidates are compared; the others are only counted.
    if (index < LUXON_LOOKUPS / 10) sum += start % 1_000_003;
  }
  return { units: count, result: String(sum) };
}

export const bench: Bench = {
  title: `Day look-ups, ${ZONE}: instant -> first instant of its local day`,
  unit: 'look-ups',
  candidates: [
    {
      name: 'paytally Zone',
      prepare: (scale) => {
        const zone = zoneByName(ZONE);
        return () => summed(LOOKUPS * scale, (at) => zone.dayStart(zone.dayAt(at)));
      },
    },
    {
      name: "luxon startOf('day')",
      prepare: (scale) => () =>
        summed(LUXON_LOOKUPS * scale, (at) =>
          DateTime.fromSeconds(at, { zone: ZONE }).startOf('day').toSeconds(),
        ),
    },
  ],
};
