import { describe, expect, test } from 'vitest';
import { storeFailure, TEMPORARY_FILE } from '../../src/store/storeFailure.js';

/** The error that the driver throws. */
function sqliteError(errcode: number, message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
}

describe('a full disk', () => {
  test.each([
    ['full', 13, 'database or disk is full', /folder for temporary files: the disk is full/],
    ['failing', 10, 'disk I/O error', /folder for temporary files: reading or writing the file failed/],
    ['not writable', 14, 'unable to open database file', /folder for temporary files: it is not writable/],
  ])('for temporary files, %s: names the folder, and does not blame the store', (_, code, text, says) => {
    const failure = storeFailure(TEMPORARY_FILE, sqliteError(code, text));
    expect(failure).toMatchObject({ code: 'OUTPUT_NOT_WRITTEN', message: expect.stringMatching(says) });
    expect(failure).toMatchObject({ remedy: expect.stringContaining('TMPDIR') });
  });

  test('for the store: as before', () => {
    const failure = storeFailure('/store.sqlite', sqliteError(13, 'database or disk is full'));
    expect(failure).toMatchObject({ code: 'STORE_UNUSABLE', record: '/store.sqlite' } as const);
  });
});
