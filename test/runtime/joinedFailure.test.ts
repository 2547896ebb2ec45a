import { describe, expect, test } from 'vitest';
import { PaytallyError } from '../../src/errors.js';
import { verbatim } from '../../src/i18n/message.js';
import { allOrFailures, joinedFailure } from '../../src/runtime/joinedFailure.js';

const config = new PaytallyError('CONFIG_INVALID', verbatim('a is wrong'), {
  record: 'a',
  remedy: verbatim('Correct a.'),
});
const render = new PaytallyError('RENDER_REFUSED', verbatim('b is wrong'), {
  record: 'b',
  remedy: verbatim('Correct b.'),
});
const interrupted = new PaytallyError('INTERRUPTED', verbatim('stop'));
const bug = new TypeError('a bug');

describe('several failures as one', () => {
  test('lists all messages and remedies, once each; the first gives code and record', () => {
    expect(joinedFailure([config, render, config])).toMatchObject({
      code: 'CONFIG_INVALID',
      record: 'a',
      message: 'a is wrong\nb is wrong',
      remedy: 'Correct a. Correct b.',
    });
  });

  test.each<[name: string, failures: readonly unknown[], expected: unknown]>([
    ['one error is returned unchanged', [config], config],
    ['an interruption takes precedence', [config, interrupted], interrupted],
    ['an internal error is not hidden among them', [config, bug, render], bug],
  ])('%s', (_name, failures, expected) => {
    expect(joinedFailure(failures)).toBe(expected);
  });
});

test('allOrFailures waits for all, and gives the results in order', async () => {
  const late = new Promise<string>((done) => setTimeout(() => done('late'), 5));
  expect(await allOrFailures<[string, number]>([late, Promise.resolve(2)])).toEqual(['late', 2]);
  const steps = [Promise.reject(config), late, Promise.reject(render)];
  await expect(allOrFailures(steps)).rejects.toMatchObject({ message: 'a is wrong\nb is wrong' });
});
