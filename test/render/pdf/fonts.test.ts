import { expect, test } from 'vitest';
import { fontFolder } from '../../../src/render/pdf/pdfDocument.js';
import { hasCode } from '../../../src/runtime/notWritten.js';

/** As Node reports a package that is not installed. */
function missing(name: string): never {
  throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
}

test('fonts that are not installed are named, with what to do; the folder for files is not to blame', () => {
  expect(() => fontFolder(missing)).toThrow(
    expect.objectContaining({
      code: 'RENDER_REFUSED',
      record: 'dejavu-fonts-ttf',
      remedy: expect.stringContaining('npm'),
    }),
  );
});

test('a package that is missing is no refusal by the file system', () => {
  const failure = (() => {
    try {
      return missing('anything');
    } catch (error) {
      return error;
    }
  })();
  expect(hasCode(failure)).toBe(false);
});
