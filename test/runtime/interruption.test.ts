import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createContext } from '../../src/createContext.js';
import { PaytallyError } from '../../src/errors.js';
import { verbatim } from '../../src/i18n/message.js';
import { PROJECT } from '../support/programs/runPaytally.js';

/** A person at a terminal, or a pipe, that sends no input. */
function waiting(isTTY: boolean) {
  const controller = new AbortController();
  const stream = () => Object.assign(new PassThrough(), { isTTY, columns: 80, setRawMode: () => undefined });
  const context = createContext({
    env: {},
    cwd: '.',
    streams: { stdin: stream(), stdout: stream(), stderr: stream() },
    signal: controller.signal,
    packageFolder: PROJECT,
  });
  return {
    context,
    interrupt: () => controller.abort(new PaytallyError('INTERRUPTED', verbatim('Interrupted.'))),
  };
}

const codeOf = (promise: Promise<unknown> | undefined) =>
  promise?.then(
    () => 'answered',
    (failure: unknown) => (failure instanceof PaytallyError ? failure.code : failure),
  );

// Without the signal these wait forever: the test would then fail at its time limit.
test.each([
  ['a text', 'text', ['Address']],
  ['a secret', 'secret', ['Secret']],
  ['a choice', 'choose', ['Country', [{ value: 'BE', label: 'Belgium' }]]],
  ['yes or no', 'confirm', ['Sure']],
] as const)('a question for %s ends with the signal', async (_what, kind, args) => {
  const { context, interrupt } = waiting(true);
  const ask = context.questions?.[kind] as ((...args: readonly unknown[]) => Promise<unknown>) | undefined;
  const answer = codeOf(ask?.(...args));
  await new Promise((resolve) => setTimeout(resolve, 50));
  interrupt();
  expect(await answer).toBe('INTERRUPTED');
});

test('reading an endless input ends too', async () => {
  const { context, interrupt } = waiting(false);
  const read = codeOf(context.readInput());
  interrupt();
  expect(await read).toBe('INTERRUPTED');
});
