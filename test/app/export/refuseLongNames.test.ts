import { describe, expect, it } from 'vitest';
import { refuseLongNames } from '../../../src/app/export/writeFiles.js';

const file = (name: string) => ({ name, rows: 0, content: new Uint8Array() });

describe('a file name that is too long', () => {
  it.each([
    ['a name of 231 bytes is accepted', 'a'.repeat(226), 'xlsx', false],
    ['a name of 232 bytes is refused', 'a'.repeat(227), 'xlsx', true],
    ['the limit counts bytes, not characters', 'é'.repeat(114), 'xlsx', true],
    ['few characters with many bytes', '李'.repeat(80), 'csv', true],
    ['the name of an ordinary run', 'bakery_2026-10_monthly-hours', 'xlsx', false],
  ])('%s', (_name, stem, extension, isRefused) => {
    const refusing = () => refuseLongNames([file('short.csv'), file(`${stem}.${extension}`)]);
    if (isRefused) expect(refusing).toThrow(expect.objectContaining({ code: 'OUTPUT_NOT_WRITTEN' }));
    else expect(refusing).not.toThrow();
  });
});
