import { describe, expect, test } from 'vitest';
import { deliveryStatusJson, deliveryStatusOf } from '../../../src/delivery/deliveryStatus.js';
import { englishText, formatMessage, storedMessage } from '../../../src/i18n/formatMessage.js';
import { message, verbatim } from '../../../src/i18n/message.js';
import { storedField } from '../../../src/sources/records/foundFields.js';
import { parseStoredFacts, parseStoredFields } from '../../../src/sources/staging/storedFacts.js';
import type { DeliveryItem } from '../../../src/store/outbox.js';
import type { StoredRead } from '../../../src/store/store.js';

const GOT = 'final {0} <b> it’s "France"';
const PROBLEM = message('fields.problem', {
  field: 'endsAt',
  problem: message('fields.stamp.noOffset', { got: GOT }),
});

function readWith(problem: string): StoredRead {
  const invalid = [{ list: 'time-entries', id: 'x', problems: [problem], workedMinutes: 0 }];
  const lists = [
    'establishments',
    'holidays',
    'employees',
    'rememberedEmployees',
    'agencyWorkers',
    'teams',
    'tasks',
  ];
  const rest = ['changedWhileReading', 'goneEstablishments', 'unavailable', 'fields'];
  const empty = Object.fromEntries([...lists, ...rest].map((name) => [name, []]));
  return {
    readId: 'r',
    facts: { ...empty, hasPlanning: true, digests: {}, invalid },
  } as unknown as StoredRead;
}

describe('a problem of a record in a stored read', () => {
  test.each(['en', 'nl', 'fr', 'de'] as const)('is shown in %s, with its value unchanged', (language) => {
    const [record] = parseStoredFacts(readWith(storedMessage(PROBLEM))).invalid;
    const [problem] = record?.problems ?? [];
    expect(formatMessage(problem ?? verbatim(''), language)).toContain(GOT);
    expect(formatMessage(problem ?? verbatim(''), language)).toBe(formatMessage(PROBLEM, language));
  });

  test.each([
    { gone: 'delivery.noLonger', inside: false },
    { gone: 'nowhere.atAll', inside: true },
  ])('is shown in English if its text no longer exists: $gone', ({ gone, inside }) => {
    const stored = storedMessage(PROBLEM);
    const changed = stored.replace(inside ? 'fields.stamp.noOffset' : 'fields.problem', gone);
    const [record] = parseStoredFacts(readWith(changed)).invalid;
    expect(record?.problems.map((text) => formatMessage(text, 'de'))).toEqual([englishText(PROBLEM)]);
  });

  test('of an earlier version is shown unchanged', () => {
    const [record] = parseStoredFacts(readWith('endsAt: no UTC offset: {0}')).invalid;
    expect(record?.problems.map(englishText)).toEqual(['endsAt: no UTC offset: {0}']);
  });
});

test('evidence of a field is the same after storing', () => {
  const evidence = message('fields.evidence.gone', {
    earlier: message('fields.evidence.list', { items: 3 }),
  });
  const field = { target: 'holidays.items', path: 'items', how: 'known', evidence, always: true } as const;
  expect(parseStoredFields({ fields: [storedField(field)] })).toEqual([field]);
});

test('a stored problem of a delivery: a message for people, English text for programs', () => {
  const item = { name: 'office', recipient: 'a@example.com', state: 'failed' } as unknown as DeliveryItem;
  const text = message('delivery.smtp.timeout', { server: 'mail:587' });
  const standing = deliveryStatusOf({ ...item, problem: storedMessage(text) });
  expect(standing.problem).toEqual(text);
  expect(deliveryStatusJson(standing)).toMatchObject({
    problem: 'The mail server mail:587 did not answer in time.',
  });
  expect(
    deliveryStatusJson(deliveryStatusOf({ ...item, problem: 'Told in an earlier version.' })),
  ).toMatchObject({
    problem: 'Told in an earlier version.',
  });
});
