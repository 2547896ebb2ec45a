import { expect, test } from 'vitest';
import { isCoveredSince } from '../../../src/app/ledger/coveredChanges.js';
import { resolvePeriod } from '../../../src/domain/period/period.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import type { LedgerLink } from '../../../src/store/ledgerChain.js';

/* Whether a correction settles what an earlier read has found. */

const NOVEMBER = new Date('2026-11-03T09:00:00Z');
const october = resolvePeriod('2026-10', toLocalDate('2026-11-03'));

function link(position: number, kind: LedgerLink['kind'], facts: LedgerLink['facts']): LedgerLink {
  const header = { runId: `run-${position}`, employerKey: 'bakery', employerId: 'bakery' };
  const chain = {
    previousDigest: null,
    digest: '',
    body: '',
    people: [],
    chainFiles: [],
    lost: [],
    seals: {},
  };
  return { ...header, ...chain, period: october, startedAt: NOVEMBER, position, kind, facts };
}

const isCoveredBy = (facts: LedgerLink['facts']) =>
  isCoveredSince(
    [link(0, 'final', { templates: ['pay-lines'], supersedes: [] }), link(1, 'correction', facts)],
    { ...october, position: 0 },
    october,
  );

test.each([
  ['one that compared the final and left nothing', { compared: ['run-0'], left: 0 }, true],
  ['one that left a difference', { compared: ['run-0'], left: 1 }, false],
  ['one of another final', { compared: ['run-7'], left: 0 }, false],
  ['one of an earlier version, which does not say what it left', { compared: ['run-0'] }, false],
])('%s', (_, facts, expected) => {
  expect(isCoveredBy(facts)).toBe(expected);
});
