import { expect, test } from 'vitest';
import { openKeptRun } from '../../../src/app/ledger/keptRun.js';
import type { LedgerLink } from '../../../src/store/ledgerChain.js';
import type { Store } from '../../../src/store/store.js';

const UPPER = '9F80B5C6-65B3-4B3C-8FDA-95DB3F3B4FBC';
const LOWER = UPPER.toLowerCase();

/** A final of a version that kept the letters of IDs as the service wrote them. */
const CONTENTS = [
  {
    person: '',
    content: {
      config: { language: 'en' },
      wording: { digest: '', texts: {} },
      templates: [],
      extraColumns: [],
      paths: { mapping: null, absences: null },
      absences: [],
      version: '0.1.0',
      tzdata: '2026a',
      findings: [],
      compared: {},
    },
  },
  {
    person: UPPER,
    content: {
      mapping: null,
      absences: [],
      exported: [{ employeeId: UPPER, minutes: 480 }],
      exportedRows: [],
      settled: [],
      settledRows: [],
    },
  },
];

test('a final that was recorded with IDs in capitals is compared with records in lower case', () => {
  const store = {
    ledger: {
      eachPerson: () => CONTENTS,
      person: (_: string, person: string) => CONTENTS.find((each) => each.person === person),
    },
  } as unknown as Store;
  const { people, linesOf } = openKeptRun(store, { runId: 'r' } as LedgerLink);
  expect(people).toEqual([LOWER]);
  for (const wanted of ['all', new Set([LOWER])] as const)
    expect(linesOf(wanted).exported.lines).toEqual([{ employeeId: LOWER, minutes: 480 }]);
});
