import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PeriodTotals } from '../../src/app/compute/periodTotals.js';
import { RunSinks } from '../../src/app/export/sinks.js';
import { TextBody } from '../../src/documents/text/textBody.js';
import { Store } from '../../src/store/store.js';
import { type SampleService, startSampleService } from '../support/employers/sampleService.js';

interface Trace {
  readonly steps: string[];
  /** Files of the calls above each employee's records, the innermost first. */
  readonly computedFrom: string[];
}

const undo: (() => void)[] = [];

/** Notes each step of a run, in the order in which the program takes them. */
function tracedRun(): Trace {
  const trace: Trace = { steps: [], computedFrom: [] };
  const watch = (owner: object, method: string, step: string) => {
    const original: unknown = Reflect.get(owner, method);
    if (typeof original !== 'function') throw new TypeError(`there is no ${method}`);
    Reflect.set(owner, method, function (this: unknown, ...args: unknown[]): unknown {
      trace.steps.push(step);
      if (step === 'compute') {
        Error.stackTraceLimit = 100;
        trace.computedFrom.push(new Error('who computes').stack ?? '');
      }
      return Reflect.apply(original, this, args);
    });
    undo.push(() => Reflect.set(owner, method, original));
  };
  watch(Store.prototype, 'completeRead', 'read');
  watch(Store.prototype, 'recordsOf', 'compute');
  watch(PeriodTotals.prototype, 'add', 'totals');
  watch(RunSinks.prototype, 'write', 'sinks');
  watch(PeriodTotals.prototype, 'finish', 'summary');
  watch(RunSinks.prototype, 'model', 'model');
  watch(TextBody.prototype, 'write', 'text');
  watch(Store.prototype, 'recordRun', 'record');
  watch(RunSinks.prototype, 'close', 'discard');
  return trace;
}

describe('a run of the sample month', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService();
  });
  afterAll(() => service.stop());
  afterEach(() => {
    for (const restore of undo.splice(0)) restore();
  });

  const OWN = `kind: text
description: Hours of each person
audience: people
rows:
  each: employee-days group by employee.id sort by employee.id
  columns:
    - { header: who, value: "{{employee.id}}" }
    - { header: worked, value: "{{workedMinutes}}" }
`;

  test.each([
    ['a text in the order of the employees', 'employee-days', 1],
    ['a text of pay lines', 'pay-lines', 1],
    ['a text of one’s own, with groups', './own.yaml', 1],
    ['a workbook', 'monthly-hours', 0],
    ['a page', 'review', 0],
  ])(
    'takes its steps in order, and computes below no writer: %s',
    { tags: 'slow' },
    async (_, template, texts) => {
      writeFileSync(join(service.cwd, 'own.yaml'), OWN);
      const { steps, computedFrom } = tracedRun();
      const run = ['export', '2026-10', '--template', template, '--quiet', '--out', 'traced'];
      expect((await service.run(run)).status).toBe(0);
      expect(steps.join(' ')).toMatch(
        /^read (compute totals sinks )+summary ((model|text) )+record discard$/,
      );
      expect(steps.filter((step) => step === 'text')).toHaveLength(texts);
      expect(computedFrom.length).toBeGreaterThan(10);
      expect(computedFrom.filter((stack) => /src\/documents\//.test(stack))).toEqual([]);
    },
  );
});
