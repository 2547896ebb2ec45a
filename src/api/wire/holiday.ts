import { IDENTIFIED_FIELDS } from './identified.js';
import type { ListShape } from './lists.js';
import type { WireRecord } from './parsed.js';

/**
 * API.md 2.3 shows no field: what is a date and what a name is found out later. An `id` may be that of the holiday, the
 * same in every year, so it does not tell two records apart.
 */
export const HOLIDAYS: ListShape<WireRecord> = {
  list: 'public-holidays',
  parse: (record) => ({ ok: true, value: record }),
  documented: new Set(IDENTIFIED_FIELDS),
  dayField: undefined,
  identity: 'content',
  keep: 'texts',
};
