import { expect, test } from 'vitest';
import { fontFolder } from '../../../src/documents/pdf/pdfFonts.js';
import { hasCode } from '../../../src/runtime/notWritten.js';

/** As Node reports a package that is not installed. */
function missing(name: string): never {
  throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
}

test('names missing fonts and gives a remedy; does not blame the output folder', () => {
  expect(() => fontFolder(missing)).toThrow(
    expect.objectContaining({
      code: 'RENDER_REFUSED',
      record: 'DejaVuSansCondensed.ttf',
      remedy: expect.stringContaining('npm'),
    }),
  );
});

test('a missing package is not reported as a file system refusal', () => {
  const failure = (() => {
    try {
      return missing('anything');
    } catch (error) {
      return error;
    }
  })();
  expect(hasCode(failure)).toBe(false);
});
