import { expect, test } from 'vitest';
import { capacityFor } from '../../../../src/app/schedule/worker/capacity.js';

test.each([
  // 620,000 requests; 475 per minute and address; 6 hours.
  [
    20_000,
    30,
    360,
    { requests: 620_000, addresses: 4, takesMinutes: 327, cores: 1, bytesPerPeriod: 4_480_000_000 },
  ],
  [200, 30, 360, { requests: 6200, addresses: 1, takesMinutes: 14, cores: 1, bytesPerPeriod: 44_800_000 }],
  [1, 30, 1, { requests: 31, addresses: 1, takesMinutes: 1, cores: 1, bytesPerPeriod: 224_000 }],
  [16, 30, 1, { requests: 496, addresses: 2, takesMinutes: 1, cores: 1, bytesPerPeriod: 3_584_000 }],
])('%i employers of %i people in %i minutes', (employers, people, minutes, expected) => {
  expect(capacityFor(employers, people, minutes)).toEqual({ employers, minutes, ...expected });
});
