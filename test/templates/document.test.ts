import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseTemplateFile } from '../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../src/documents/template/renderSample.js';
import { sampleModel } from '../../src/documents/template/sampleModel.js';
import { renderText } from '../../src/documents/text/renderText.js';

const PAGES = ['templates', 'template-columns', 'template-amounts', 'template-trees', 'template-corrections'];
const readme = PAGES.map((name) =>
  readFileSync(resolve(import.meta.dirname, `../../docs/${name}.md`), 'utf8'),
).join('\n');
const blocks = [...readme.matchAll(/```yml\n(kind: text[\s\S]*?)```/g)].map(([, yaml = '']) => yaml);

describe('the pages about text templates', () => {
  test('its text template is valid and gives the stated result', () => {
    const spec = parseTemplateFile(Buffer.from(blocks[0] ?? ''), 'templates.md');
    if (spec.kind !== 'text') throw new Error('not a text template');
    const { model, variables } = buildSample(spec);
    const [file] = renderText({ kind: 'text', name: 'readme', spec }, model, { variables });
    expect(file?.name).toBe('hours_0815_202610.txt');
    const text = new TextDecoder('windows-1252').decode(file?.content as Uint8Array);
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      'COMPANY 0815',
      'number;name;code;hours',
      '00040;Müller, Jörg;1000;20,67',
    ]);
    expect(text).toMatch(/\r\nEND 9\r\n$/);
  });

  test('its XML template is valid, and gives a file', () => {
    const spec = parseTemplateFile(Buffer.from(blocks[1] ?? ''), 'templates.md');
    if (spec.kind !== 'text') throw new Error('not a text template');
    const { model, variables } = buildSample(spec);
    const [file] = renderText({ kind: 'text', name: 'xml', spec }, model, { variables });
    const text = new TextDecoder().decode(file?.content as Uint8Array);
    expect(text).toContain('<payroll xmlns="urn:example:hours" month="2026-10">');
    expect(text).toContain('    <hours code="1000">20.67</hours>');
    expect(text).toContain('    <total>21.68</total>');
  });

  test('it names every data set', () => {
    for (const name of sampleModel().dataSets.keys()) expect(readme).toContain(`\`${name}\``);
  });

  test('it names every key of the schema', () => {
    const source = ['columnSpec', 'selectionSpec', 'fileSpec', 'textTemplate', 'treeSpec'].map((name) =>
      readFileSync(resolve(import.meta.dirname, `../../src/documents/text/${name}.ts`), 'utf8'),
    );
    const keys = source.flatMap((text) =>
      [
        ...text.matchAll(
          /^ {2,4}(\w+): (?:z\b|orVariable|columnFormat|column|label|section|regexText|slots|delimiter)/gm,
        ),
      ].map(([, key = '']) => key),
    );
    expect(keys.length).toBeGreaterThan(40);
    expect(keys.filter((key) => !readme.includes(key))).toEqual([]);
  });
});
