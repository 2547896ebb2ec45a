import { describe, expect, test } from 'vitest';
import { PaytallyError } from '../../src/errors.js';
import { toReportable } from '../../src/runtime/failureFacts.js';
import { Scrubber } from '../../src/runtime/secrets/scrubber.js';

const REPORT = { version: '0.0.0', scrubber: new Scrubber() };

function refused(code: string, more: object = { path: '/srv/out/bakery.csv' }): Error {
  return Object.assign(new Error(`${code}: open '/srv/out/bakery.csv'`), { code, ...more });
}

describe('a refusal of the file system that nothing else reported', () => {
  test.each(['ENOSPC', 'EIO', 'EACCES', 'EMFILE', 'EROFS'])('%s is no bug', (code) => {
    const reported = toReportable(refused(code), REPORT);
    expect(reported).toBeInstanceOf(PaytallyError);
    expect(reported).toMatchObject({
      code: 'OUTPUT_NOT_WRITTEN',
      exitStatus: 6,
      record: '/srv/out/bakery.csv',
    });
  });

  test.each([
    ['a file that should be there', refused('ENOENT')],
    ['a refusal without a file', refused('EACCES', {})],
    ['another error', new Error('EACCES')],
  ])('%s is a bug', (_, failure) => {
    expect(toReportable(failure, REPORT)).not.toBeInstanceOf(PaytallyError);
  });
});
