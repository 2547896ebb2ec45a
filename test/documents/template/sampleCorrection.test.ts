import { describe, expect, test } from 'vitest';
import { checkSample } from '../../../src/documents/template/checkSample.js';
import {
  builtInNames,
  loadTemplate,
  parseTemplateFile,
} from '../../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../../src/documents/template/renderSample.js';
import { tryCorrection } from '../../../src/documents/template/sampleCorrection.js';
import type { TextTemplate } from '../../../src/documents/text/textTemplate.js';
import { PaytallyError } from '../../../src/errors.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { places } from '../../templates/sampleFile.js';

/* `templates check` writes a correction of the sample: what only a minus would break is told before a month is closed. */

const all = await Promise.all((await builtInNames(places)).map((name) => loadTemplate(name, places)));
const texts = all.flatMap((template) => (template.kind === 'text' ? [template] : []));

async function problemOf(
  template: TextTemplate & Pick<(typeof texts)[number], 'folder' | 'builtIn'>,
): Promise<string> {
  try {
    await tryCorrection(template, buildSample(template.spec));
    return '';
  } catch (failure) {
    if (failure instanceof PaytallyError) return `${failure.code} ${failure.message}`;
    throw failure;
  }
}

test.each(texts.map((template) => [template.name, template] as const))(
  'all amounts of %s can be taken back or stated again',
  async (_, template) => {
    expect(await problemOf(template)).toBe('');
  },
);

describe('a template of its own', () => {
  const own = (corrections: string, column: string) => {
    const yaml = `kind: text
description: Own
audience: payroll
corrections: ${corrections}
rows:
  each: pay-lines where kind != "loading" group by employee.number, external
  columns:
    - { header: number, value: "{{employee.number}}" }
    - { header: hours, value: "{{minutes | hours:2}}", ${column} }
`;
    const spec = parseTemplateFile(new TextEncoder().encode(yaml), 'own.yaml');
    if (spec.kind !== 'text') throw new Error('no text');
    return { kind: 'text', name: 'own', spec, folder: '.', builtIn: false } as const;
  };

  test('a pattern that refuses a minus', async () => {
    const template = own('delta', 'pattern: "[0-9]+[.][0-9]{2}"');
    const problem = await problemOf(template);
    expect(problem).toMatch(/^RENDER_REFUSED .*column hours/s);
    expect(problem).toContain('"-');
    const nothing = { list: async () => [], read: async () => undefined };
    const { problems } = await checkSample(template, nothing);
    expect(problems.map((each) => englishText(each))).toEqual([
      expect.stringContaining('no month could be corrected with this template'),
    ]);
  });

  test.each([
    ['delta', 'pattern: "-?[0-9]+[.][0-9]{2}"'],
    ['restate', 'pattern: "[0-9]+[.][0-9]{2}"'],
    ['none', 'pattern: "[0-9]+[.][0-9]{2}"'],
  ])('%s with %s can be corrected', async (corrections, column) => {
    expect(await problemOf(own(corrections, column))).toBe('');
  });
});
