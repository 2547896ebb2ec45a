import { describe, expect, test } from 'vitest';
import {
  builtInNames,
  loadTemplate,
  parseTemplateFile,
} from '../../../src/documents/template/loadTemplate.js';
import { templateCorrections } from '../../../src/documents/template/showTemplate.js';
import { places } from '../../templates/sampleFile.js';

const names = await builtInNames(places);
const templates = await Promise.all(names.map((name) => loadTemplate(name, places)));

/** Tables for people and scripts: their values are corrected as pay lines. */
const UNDECLARED = ['agency-days', 'employee-days', 'entries', 'exceptions', 'hours', 'planned-worked'];

describe('the correction method of each built-in template', () => {
  test.each(templates.filter(({ name }) => UNDECLARED.includes(name)))('$name declares none', (template) => {
    expect(template.kind === 'text' && templateCorrections(template.spec).mode).toBeNull();
  });

  test('every payroll format declares its own, and pay-lines has differences', () => {
    const declared = templates.flatMap((template) =>
      template.kind === 'text' && !UNDECLARED.includes(template.name)
        ? [[template.name, templateCorrections(template.spec).mode] as const]
        : [],
    );
    expect(declared.filter(([, mode]) => mode === null)).toEqual([]);
    expect(Object.fromEntries(declared)).toMatchObject({
      'pay-lines': 'delta',
      silae: 'restate',
      lexware: 'none',
    });
  });

  test('payroll systems state the source of theirs', () => {
    const silent = templates.filter((template) => {
      return (
        template.kind === 'text' &&
        template.spec.confidence !== undefined &&
        template.spec.correctionsGround === undefined
      );
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

describe('how each payroll system imports a file', () => {
  const payroll = templates.flatMap((template) =>
    template.kind === 'text' && template.spec.audience === 'payroll' ? [template] : [],
  );

  test('every payroll format states it, with its source', () => {
    expect(payroll.length).toBeGreaterThan(30);
    expect(payroll.filter(({ spec }) => spec.target === undefined).map(({ name }) => name)).toEqual([]);
  });

  test('if the source does not say, no file has corrections', () => {
    const open = payroll.filter(({ spec }) => spec.target?.takes === 'unknown');
    expect(open.map(({ name }) => name)).toContain('winbiz');
    expect(open.filter(({ spec }) => spec.corrections !== 'none').map(({ name }) => name)).toEqual([]);
  });
});

describe('a custom template', () => {
  const head = `kind: text\ndescription: d\naudience: payroll\nrows: { each: 'pay-lines', columns: [{ value: "{{minutes}}" }] }\n`;
  const corrections = (keys: string) => {
    const spec = parseTemplateFile(new TextEncoder().encode(head + keys), 't.yaml');
    if (spec.kind !== 'text') throw new Error('not a text template');
    return templateCorrections(spec);
  };

  test('without a declaration carries no corrections', () => {
    expect(corrections('').mode).toBeNull();
  });

  test('declares mode, scope, style and horizon', () => {
    const keys = 'corrections: both\nrestateScope: all\nstyle: reversal\nhorizon: { previousYears: 1 }\n';
    expect(corrections(keys)).toEqual({
      mode: 'both',
      restateScope: 'all',
      style: 'reversal',
      horizon: { previousYears: 1 },
      correctionsGround: undefined,
    });
  });

  test.each([
    ['corrections: deltas', 'corrections'],
    ['restateScope: person', 'restateScope'],
    ['style: reverse', 'style'],
    ['horizon: 1', 'horizon'],
    ['horizon: { previousYears: -1 }', 'horizon.previousYears'],
  ])('%s is refused', (keys, place) => {
    expect(() => corrections(keys)).toThrow(place);
  });

  describe('is refused if its corrections would not give its target the right hours', () => {
    const target = (takes: string) => `target: { takes: ${takes}, source: s, confidence: WEAK }\n`;

    test.each([
      ['unknown', 'delta', 'target.takes is unknown'],
      ['unknown', 'restate', 'target.takes is unknown'],
      ['adds', 'restate', 'would pay restated lines again'],
      ['replaces-row', 'delta', 'would replace the total'],
      ['replaces-person', 'both', 'would replace the total'],
      ['replaces-period', 'restate', 'would delete the hours of the others'],
    ])('%s and %s', (takes, mode, reason) => {
      const keys = `corrections: ${mode}\n${target(takes)}`;
      expect(() => corrections(keys)).toThrow(reason);
    });

    test.each([
      ['unknown', 'none'],
      ['adds', 'delta'],
      ['adds', 'both'],
      ['replaces-row', 'restate'],
      ['replaces-person', 'restate'],
      ['replaces-period', 'restate\nrestateScope: all'],
    ])('%s and %s are compatible', (takes, mode) => {
      expect(corrections(`corrections: ${mode}\n${target(takes)}`).mode).toBe(mode.split('\n')[0]);
    });
  });
});
