// @module-tag slow
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configOf } from '../../../src/config/config.js';
import { loadConfigText } from '../../../src/config/load.js';
import { createTapSource } from '../../../src/sources/command/tapSource.js';
import type { SourceRequest } from '../../../src/sources/source.js';
import type { ReadEvent } from '../../../src/sources/transport/effects.js';
import { csvFolder, readCsv } from '../../support/service/csvFolder.js';

const COLUMNS =
  '{ id: id, employee: user.id, employeeName: user.name, start: begin, end: end, team: project, reviewed: approved }';

/** A tap that prints these lines: a shell script, as any program can be one. */
async function tapOf(script: string, { columns = COLUMNS, more = '' } = {}) {
  const folder = csvFolder({});
  const path = join(folder, 'tap.sh');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  const text = `source: { command: [./tap.sh, --config, settings.json], columns: ${columns}${more} }\nemployers: { bakery: { name: Bakery, zone: Europe/Brussels } }\n`;
  const config = configOf(await loadConfigText(text, join(folder, 'paytally.yaml'), {}), 'bakery');
  if (config.source === 'workforce' || !('command' in config.source)) throw new Error('no command');
  const events: ReadEvent[] = [];
  const stop = new AbortController();
  const effects = { observer: (event: ReadEvent) => events.push(event), signal: stop.signal };
  return { source: createTapSource({ config, settings: config.source, folder, effects }), events, stop };
}

const printed = (...messages: readonly unknown[]) =>
  messages
    .map((each) => `cat <<'EOF'\n${typeof each === 'string' ? each : JSON.stringify(each)}\nEOF`)
    .join('\n');

const SCHEMA = {
  type: 'SCHEMA',
  stream: 'entries',
  schema: { properties: { id: {}, user: {}, begin: {}, end: {}, project: {}, approved: {} } },
  key_properties: ['id'],
};
const entry = (id: number, more: object = {}) => ({
  type: 'RECORD',
  stream: 'entries',
  record: {
    id,
    user: { id: 7, name: 'Ann' },
    begin: '2026-10-05T06:00:00.000000Z',
    end: '2026-10-05T14:30:00Z',
    project: 'Shop',
    approved: true,
    ...more,
  },
});

const read = async (script: string, options = {}, request: Partial<SourceRequest> = {}) =>
  readCsv((await tapOf(script, options)).source, request);

describe('a program that prints Singer messages', () => {
  test('its records are entries', async () => {
    const state = { type: 'STATE', value: { at: 1 } };
    const unknown = { type: 'ACTIVATE_VERSION', stream: 'entries', version: 1 };
    const { records, employees, teams, hasReviews } = await read(
      printed(SCHEMA, unknown, entry(1), state, entry(2, { end: null, approved: false })),
    );
    expect(records).toMatchObject([
      {
        id: '1',
        employeeId: '7',
        startsAt: '2026-10-05T08:00:00+02:00',
        endsAt: '2026-10-05T16:30:00+02:00',
        workedMinutes: 510,
        reviewedAtUtc: '2026-10-05T14:30:00.000Z',
      },
      { id: '2', status: 'Working', reviewedAtUtc: null },
    ]);
    expect(employees).toEqual([{ id: '7', firstName: '', lastName: 'Ann', isActive: true }]);
    expect([teams, hasReviews]).toEqual([[{ id: 'Shop', label: 'Shop' }], true]);
  });

  test('a record that is sent again counts once, with its last version', async () => {
    const again = entry(1, { end: '2026-10-05T15:30:00Z' });
    const { records } = await read(printed(SCHEMA, entry(1), entry(1), again));
    expect(records).toMatchObject([{ id: '1', workedMinutes: 570 }]);
  });

  test('a record that is sent again with a day outside the period leaves it', async () => {
    const moved = { begin: '2026-11-15T06:00:00Z', end: '2026-11-15T14:30:00Z' };
    const { records } = await read(printed(SCHEMA, entry(1), entry(2), entry(1, moved)));
    expect(new Map(records.map(({ id, workDate }) => [id, workDate]))).toEqual(
      new Map([
        ['1', '2026-11-15'],
        ['2', '2026-10-05'],
      ]),
    );
  });

  test('keys of several fields never meet', async () => {
    const schema = { ...SCHEMA, key_properties: ['a', 'b'] };
    const pairs = [
      { a: '1', b: null },
      { a: null, b: '1' },
      { a: '1 2', b: '3' },
      { a: '1', b: '2 3' },
    ];
    const { records } = await read(printed(schema, ...pairs.map((more) => entry(1, more))), {
      columns: '{ employee: user.id, start: begin, end: end }',
    });
    expect(records).toHaveLength(4);
  });

  test('people who are written differently are named once', async () => {
    const written = ['Zoë', 'Zoe\u0308', 'ann peeters', 'Ann  Peeters', 'Bob'];
    const all = written.map((id, at) => entry(at, { user: { id, name: id } }));
    const { notices, employees } = await read(printed(SCHEMA, ...all));
    expect(employees).toHaveLength(5);
    const names = '"Ann  Peeters" / "ann peeters"; "Zoe\u0308" / "Zoë"';
    expect(notices).toContainEqual(expect.objectContaining({ id: 'source.tap.alike' }));
    expect(JSON.stringify(notices)).toContain(JSON.stringify(names));
  });

  test('without the column id, the key of the stream identifies a record', async () => {
    const columns = '{ employee: user.id, start: begin, end: end }';
    const { records } = await read(printed(SCHEMA, entry(4), entry(4)), { columns });
    expect(records.map(({ id }) => id)).toEqual(['4']);
  });

  test('another stream is ignored if one is named', async () => {
    const user = { type: 'RECORD', stream: 'users', record: { id: 1 } };
    const { records } = await read(printed(user, SCHEMA, entry(1)), { more: ', stream: entries' });
    expect(records).toHaveLength(1);
  });

  test('its standard error is shown with --verbose', async () => {
    const { source, events } = await tapOf(`echo "INFO 2 pages" >&2\n${printed(SCHEMA)}`);
    await readCsv(source);
    expect(events).toContainEqual({ type: 'said', program: './tap.sh', text: 'INFO 2 pages' });
  });

  test.each([
    [
      'a failure after records',
      `${printed(SCHEMA, entry(1))}\necho "no more quota" >&2; exit 3`,
      {},
      'status 3',
    ],
    ['what it said', `${printed(SCHEMA, entry(1))}\necho "no more quota" >&2; exit 3`, {}, 'no more quota'],
    [
      'a half message',
      `${printed(SCHEMA)}\nprintf '{"type":"RECORD","stream":"entr'`,
      {},
      'line 2 is not a Singer message',
    ],
    ['other output', printed('Fetching…'), {}, 'line 1 is not a Singer message'],
    ['nothing', 'exit 0', {}, 'without a SCHEMA or RECORD'],
    ['no time', 'sleep 20', { more: ', timeoutSeconds: 1' }, 'ran longer than 1 s'],
    [
      'several streams',
      printed(SCHEMA, { ...SCHEMA, stream: 'users' }),
      {},
      'several streams (entries, users)',
    ],
    ['another stream only', printed(SCHEMA), { more: ', stream: hours' }, 'no stream hours'],
    [
      'an unknown field',
      printed(SCHEMA),
      { columns: '{ employee: staff, start: begin }' },
      'has no field staff',
    ],
    [
      'a field inside a field that no record has',
      printed(SCHEMA, entry(1, { pause: { minutes: 30 } })),
      { columns: '{ employee: user.id, start: begin, end: end, break: pause.min }' },
      'has no field pause.min',
    ],
    [
      'a field that no record has, without a schema',
      printed(entry(1)),
      { columns: '{ employee: user.id, start: begin, end: end, break: brk }' },
      'has no field brk',
    ],
    [
      'a number with more digits than can be read',
      printed(SCHEMA, `{"type":"RECORD","stream":"entries","record":{"id":1234567890123456789}}`),
      { columns: '{ id: id, employee: id, start: begin }' },
      'the field id is a number with more digits',
    ],
    ['no column start', printed(SCHEMA), { columns: '{ employee: user.id }' }, 'has no start'],
    ['an unknown column', printed(SCHEMA), { columns: '{ who: user.id }' }, 'columns has who'],
    [
      'an object',
      printed(SCHEMA, entry(1)),
      { columns: '{ employee: user, start: begin }' },
      'is a list or an object',
    ],
    ['an unclear date', printed(SCHEMA, entry(1, { begin: '05/10/2026 08:00' })), {}, 'can be two dates'],
    ['no date', printed(SCHEMA, entry(1, { begin: 1_790_000_000 })), {}, 'is not a date and time'],
  ])('%s is refused', async (_, script, options, text) => {
    await expect(read(script, options)).rejects.toThrow(text);
  });

  test('a program that does not exist is refused', async () => {
    const text =
      'source: { command: [paytally-no-such-tap], columns: { employee: a, start: b } }\nemployers: { bakery: { zone: Europe/Brussels } }\n';
    const config = configOf(await loadConfigText(text, '/tmp/paytally.yaml', {}), 'bakery');
    if (config.source === 'workforce' || !('command' in config.source)) throw new Error('no command');
    const effects = { observer: () => undefined, signal: new AbortController().signal };
    const source = createTapSource({ config, settings: config.source, folder: '/tmp', effects });
    await expect(readCsv(source)).rejects.toThrow('was not found');
  });

  test('an interruption ends the program', async () => {
    const { source, stop } = await tapOf('sleep 60');
    setTimeout(() => stop.abort(), 200);
    await expect(readCsv(source)).rejects.toMatchObject({ code: 'INTERRUPTED' });
  });

  test('each pass runs it once, and differences are reported', async () => {
    const script = `n=$(cat runs 2>/dev/null || echo 0); echo $((n+1)) > runs\n${printed(SCHEMA, entry(1))}\nif [ "$n" = 1 ]; then ${printed(entry(2))}\nfi`;
    const { changedWhileReading, records } = await read(script, {}, { read: 'twice' });
    expect(changedWhileReading).toEqual(['2']);
    expect(records.map(({ id }) => id).sort()).toEqual(['1', '2']);
  });
});
