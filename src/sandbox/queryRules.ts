import { dayNumberOf, isDate } from './isDate.js';
import type { DayRange } from './recordList.js';

/** Why a query is refused, with the status that docs/service.md, "Refusals of data" gives it. */
export interface QueryRefusal {
  readonly status: 400 | 422;
  readonly detail: string;
}

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 200;
const YEAR_MIN = 2000;
const YEAR_MAX = 2100;
const DAYS_MAX = 93;

export function isRefusal(value: object): value is QueryRefusal {
  return 'status' in value;
}

/** `limit`: 1 to 200, default 100 (docs/service.md, "Queries"). */
export function readLimit(query: URLSearchParams): { readonly limit: number } | QueryRefusal {
  const text = single(query, 'limit');
  if (text === null) return { limit: LIMIT_DEFAULT };
  const limit = wholeNumber(text);
  if (limit === undefined || limit < 1 || limit > LIMIT_MAX) {
    return { status: 400, detail: `limit must be a whole number from 1 to ${LIMIT_MAX}.` };
  }
  return { limit };
}

/** `year`: required, 2000 to 2100 (docs/service.md, "Queries"). */
export function readYear(query: URLSearchParams): { readonly year: number } | QueryRefusal {
  const year = wholeNumber(single(query, 'year') ?? '');
  if (year === undefined || year < YEAR_MIN || year > YEAR_MAX) {
    return { status: 400, detail: `year is required, a whole number from ${YEAR_MIN} to ${YEAR_MAX}.` };
  }
  return { year };
}

/** `from` and `to` as dates; missing or unreadable is 400. Whether they make a period is {@link checkRange}. */
export function readRange(query: URLSearchParams): DayRange | QueryRefusal {
  const from = single(query, 'from') ?? '';
  const to = single(query, 'to') ?? '';
  for (const [name, value] of Object.entries({ from, to })) {
    if (!isDate(value)) return { status: 400, detail: `${name} is required, a date written YYYY-MM-DD.` };
  }
  return { from, to };
}

/** What makes two dates no period is 422 (docs/service.md, "Refusals of data"). */
export function checkRange({ from, to }: DayRange): QueryRefusal | undefined {
  const refuse = (detail: string): QueryRefusal => ({ status: 422, detail });
  for (const date of [from, to]) {
    const year = Number(date.slice(0, 4));
    if (year < YEAR_MIN || year > YEAR_MAX) return refuse(`Dates must be from ${YEAR_MIN} to ${YEAR_MAX}.`);
  }
  if (to < from) return refuse('to precedes from.');
  if (dayNumberOf(to) - dayNumberOf(from) + 1 > DAYS_MAX)
    return refuse(`The range exceeds ${DAYS_MAX} days.`);
  return undefined;
}

/** A parameter that is given twice has no one value: empty, which no parameter allows. */
function single(query: URLSearchParams, name: string): string | null {
  return query.getAll(name).length > 1 ? '' : query.get(name);
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
