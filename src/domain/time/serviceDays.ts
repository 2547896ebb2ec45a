import { type LocalDate, localDateOf } from './localDate.js';

/** The days for which the service has data, both included (docs/service.md, "Queries"). Anything beyond is answered with 422. */
export const SERVICE_DAYS = { from: localDateOf('2000-01-01'), to: localDateOf('2100-12-31') } as const;

/** The days of a span for which the service has data; at least one of them must be such a day. */
export function inService(
  from: LocalDate,
  to: LocalDate,
): { readonly from: LocalDate; readonly to: LocalDate } {
  return { from: later(from, SERVICE_DAYS.from), to: earlier(to, SERVICE_DAYS.to) };
}

function later(a: LocalDate, b: LocalDate): LocalDate {
  return a > b ? a : b;
}

function earlier(a: LocalDate, b: LocalDate): LocalDate {
  return a < b ? a : b;
}
