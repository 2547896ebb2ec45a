import { localDateOf } from './localDate.js';

/** The days for which the service has data, both included (API.md 4.3). Anything beyond is answered with 422. */
export const SERVICE_DAYS = { from: localDateOf('2000-01-01'), to: localDateOf('2100-12-31') } as const;
