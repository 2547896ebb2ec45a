import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BROKEN_LINES } from './payrollFormats.js';

const templatesRoot = resolve(import.meta.dirname, '../../templates');

/** The golden file of a template as latin1 text, so that an edit preserves the bytes. */
function golden(template: string, ending: string): string {
  const folder = join(templatesRoot, template, 'golden');
  const name = readdirSync(folder).find((file) => file.endsWith(ending));
  return readFileSync(join(folder, name ?? ''), 'latin1');
}

describe('a reader refuses what its target would: readers are tests that can fail', () => {
  test.each(BROKEN_LINES)('%s', (_name, template, ending, reader, good, bad) => {
    const text = golden(template, ending);
    const broken = text.replace(good, bad);
    expect(broken).not.toBe(text);
    expect(() => reader(Buffer.from(text, 'latin1'))).not.toThrow();
    expect(() => reader(Buffer.from(broken, 'latin1'))).toThrow('the target refuses');
  });
});
