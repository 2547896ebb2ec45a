import type { RateLimits } from '../../../src/sources/transport/rateLimiter.js';

/** All limits of the service (docs/service.md, "Limits"); the configuration's defaults are the same or lower. */
export const SERVICE_LIMITS: RateLimits = {
  perAddress: 500,
  perEmployer: 600,
  tokens: 30,
  windowMs: 61_000,
  maxWaitMs: 10 * 86_400_000,
};
