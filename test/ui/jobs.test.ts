import { expect, test } from 'vitest';
import { PaytallyError } from '../../src/errors.js';
import { message } from '../../src/i18n/message.js';
import { factsOf } from '../../src/runtime/failureFacts.js';
import { failureAnswer } from '../../src/ui/jobs.js';

const context = { version: '0', scrubber: { clean: (text: string) => text.replaceAll('secret', '***') } };

test('a failure is shown in the language of the reader, without secrets', () => {
  const failure = new PaytallyError('USAGE', message('ui.readOnly'), { record: 'a secret' });
  expect(factsOf(failure).code).toBe('USAGE');
  expect(failureAnswer(failure, context as never, 'nl')).toEqual({
    code: 'USAGE',
    message: 'Dit venster is alleen-lezen.',
    remedy: expect.stringContaining('--read-only'),
    record: 'a ***',
  });
});
