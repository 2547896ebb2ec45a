import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultRule } from '../../src/sandbox/faults.js';
import { ASPECTS, SHAPES } from '../../src/sandbox/shapes.js';

let text: string;
beforeAll(async () => {
  text = await readFile(new URL('../../samples/README.md', import.meta.url), 'utf8');
});

/** The row of a table whose first cell begins with this name. */
const row = (name: string) => text.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
const position = (line: string, name: string) => line.indexOf(`\`${name}\``);

describe('samples/README.md names', () => {
  it.each(ASPECTS)('every shape of %s, the default first', (aspect) => {
    const places = Object.keys(SHAPES[aspect]).map((name) => position(row(aspect).split('|')[2] ?? '', name));
    expect(places).not.toContain(-1);
    expect(places[0]).toBe(Math.min(...places));
  });
  it.each(faultRule.options.map((option) => option.shape.kind.value))('the fault %s', (kind) => {
    expect(row(kind)).not.toBe('');
  });
});
