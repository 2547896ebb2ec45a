import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../../src/documents/dataSet.js';
import { countRows, type OutputFile } from '../../../src/documents/outputFile.js';
import type { TemplateModel } from '../../../src/documents/templateModel.js';
import { RenderRefused } from '../../../src/documents/text/renderProblems.js';
import { modelOf, renderYaml, textOf } from './renderYaml.js';

/** More than are encoded at once, so that a file has several chunks. */
const MANY: readonly DataRow[] = Array.from({ length: 2_345 }, (_, index) => ({
  'employee.id': `p${String(Math.floor(index / 7)).padStart(4, '0')}`,
  'employee.name': index % 11 === 0 ? `O"Neill, ${index % 5}` : `Zoë ${index % 3}`,
  date: `2026-10-0${(index % 7) + 1}`,
  minutes: 100 + (index % 13),
}));

const YAML = `
audience: people
locale: fixed
rows:
  data: lines
  sort: [employee.id, date]
  columns:
    - { header: id, field: employee.id }
    - { header: name, field: employee.name }
    - { header: day, field: date }
    - { header: minutes, field: minutes, total: true }
`;

function ordered(rows: readonly DataRow[]): TemplateModel {
  const { run, dataSets } = modelOf(rows);
  const sets = [...dataSets].map(([name, set]) => {
    return [name, { ...set, orderedBy: ['employee.id', 'date'] }] as const;
  });
  return { run, dataSets: new Map(sets) };
}

async function piecesOf({ content }: OutputFile): Promise<Uint8Array[]> {
  if (content instanceof Uint8Array) return [content];
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return pieces;
}

describe('a file that is created while it is read', () => {
  test.each([
    ['plain', ''],
    ['with a mark at its beginning', 'encoding: { charset: utf-8, bom: true }\n'],
    ['without a line break at its end', 'dialect: { finalNewline: false }\n'],
    ['with CRLF, but not at its end', 'dialect: { newline: crlf, finalNewline: false }\n'],
    ['in windows-1252', 'encoding: { charset: windows-1252 }\n'],
    [
      'with text blocks around it',
      'preamble: "{{ lines }} lines, {{ totals.minutes }}"\nfooter: "{{ rows }} rows"\n',
    ],
  ])('%s: has the bytes and rows of one in memory', async (_, more) => {
    const [held] = renderYaml(more + YAML, ordered(MANY));
    const [late] = renderYaml(more + YAML, ordered(MANY), { content: 'late' });
    if (held === undefined || late === undefined) throw new Error('nothing was rendered');
    const pieces = await piecesOf(late);
    expect(late.content).not.toBeInstanceOf(Uint8Array);
    expect(pieces.length).toBeGreaterThan(1);
    expect(Buffer.concat(pieces).equals(held.content as Uint8Array)).toBe(true);
    expect([countRows(late), countRows({ ...late })]).toEqual([MANY.length, MANY.length]);
    expect(countRows(held)).toBe(MANY.length);
  });

  test('requests a row when it needs one', async () => {
    let asked = 0;
    const { run, dataSets } = ordered([]);
    const lines = dataSets.get('lines');
    if (lines === undefined) throw new Error('the model has no lines');
    function* counted(): Generator<DataRow> {
      for (const row of MANY) {
        asked += 1;
        yield row;
      }
    }
    const set = { ...lines, rows: { [Symbol.iterator]: counted } };
    const [late] = renderYaml(
      YAML,
      { run, dataSets: new Map([...dataSets, ['lines', set]]) },
      { content: 'late' },
    );
    expect(asked).toBe(0);
    if (late === undefined || late.content instanceof Uint8Array) throw new Error('the file is not late');
    for await (const _ of late.content) break;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(MANY.length);
  });

  test('without rows has its headings', async () => {
    const [late] = renderYaml(YAML, ordered([]), { content: 'late' });
    const text = (await buffer(late?.content as AsyncIterable<Uint8Array>)).toString();
    expect(text).toBe(textOf(renderYaml(YAML, ordered([]))[0]));
    expect(text).toContain('minutes');
  });

  test('reports at its end what does not fit', async () => {
    const ascii = `encoding: { charset: ascii }\n${YAML}`;
    const [late] = renderYaml(ascii, ordered(MANY), { content: 'late' });
    const reading = piecesOf(late as OutputFile);
    await expect(reading).rejects.toBeInstanceOf(RenderRefused);
    const held = (): unknown => renderYaml(ascii, ordered(MANY));
    expect(held).toThrow((await reading.catch((failure: Error) => failure)) as Error);
  });

  test.each([
    ['lines for payroll, which are added up', YAML.replace('audience: people', 'audience: payroll')],
    ['another order', YAML.replace('sort: [employee.id, date]', 'sort: [date]')],
    [
      'a line per group',
      YAML.replace('  columns:', '  group: [employee.id, employee.name, date]\n  columns:'),
    ],
    ['a file per value', `split: { field: date }\n${YAML}`],
  ])('is never made from %s', (_, yaml) => {
    const [file] = renderYaml(yaml, ordered(MANY.slice(0, 10)), { content: 'late' });
    expect(file?.content).toBeInstanceOf(Uint8Array);
  });
});
