import { expect, test } from 'vitest';
import type { DataSet } from '../../../src/documents/dataSet.js';
import { buildModel } from '../../../src/documents/model/buildModel.js';
import { sampleModel } from '../../../src/documents/template/sample/sampleModel.js';
import type { ComputedPeriod } from '../../../src/domain/computed/computedPeriod.js';
import { NO_MAPPING } from '../../../src/domain/people/peopleDirectory.js';
import { localDateOf } from '../../../src/domain/time/localDate.js';

const none = { entries: 0, minutes: 0 };
const totals = { fetched: none, exported: none, excluded: [] };

/** A period in which nothing happened: its data sets have all their fields. */
const EMPTY: ComputedPeriod = {
  run: { employer: 'x', employerId: 'x', state: 'draft', tzdata: 'x', version: 'x', language: 'en' },
  data: {
    establishments: [],
    holidays: [],
    employees: [],
    rememberedEmployees: [],
    agencyWorkers: [],
    teams: [],
    tasks: [],
    shifts: [],
    entries: [],
    invalid: [],
    changedWhileReading: [],
    goneEstablishments: [],
    unavailable: [],
    readBeganEpoch: 0,
    employerZone: undefined,
  },
  timesheet: {
    period: { from: localDateOf('2026-10-01'), to: localDateOf('2026-10-31'), label: '2026-10' },
    policy: { attribution: 'start', dst: 'elapsed' },
    exported: [],
    outside: [],
    agency: [],
    excluded: [],
    days: [],
    agencyDays: [],
  },
  control: { ...totals, byEstablishment: new Map(), byEmployee: new Map() },
  pay: { lines: [], outsideLines: [], entries: [] },
  paid: { workedMinutes: 0, differences: [], paid: none },
  payCodes: {},
  findings: [],
  mapping: NO_MAPPING,
};

function shape(set: DataSet): Record<string, string> {
  return Object.fromEntries(set.fields.map(({ name, type }) => [name, type]).sort());
}

test('the sample has the data sets, fields and types of the real model, so that a checked template works', () => {
  const real = buildModel(EMPTY);
  const sample = sampleModel();
  expect([...sample.dataSets.keys()].sort()).toEqual([...real.dataSets.keys()].sort());
  for (const [name, set] of real.dataSets) {
    expect(shape(sample.dataSets.get(name) ?? set), name).toEqual(shape(set));
  }
  expect(Object.keys(sample.run).sort()).toEqual(Object.keys(real.run).sort());
});
