import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { EMPLOYER, PERIOD, StateDesk } from '../states/stateDesk.js';
import { StateWork } from '../states/stateWork.js';

let desk: StateDesk | undefined;
afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

const [from = '', to = ''] = PERIOD.split('..');

/** A month with one entry to review, which the window of an earlier version has accepted in its file. */
async function withFile(text: (accepted: object) => string) {
  const opened = await StateDesk.open();
  desk = opened;
  new StateWork(opened, () => 0).unreview();
  await opened.tell('export', PERIOD);
  const found = (await opened.month()).findings.filter(({ severity }) => severity !== 'warn');
  const accepted = Object.fromEntries(
    found.map(({ key, seen }) => [key, { reason: 'agreed', by: key, seen }]),
  );
  const folder = join(opened.folder, '.paytally', 'accepted');
  const path = join(folder, `${EMPLOYER} ${from} ${to}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, text(accepted));
  return { opened, accepted, path, folder };
}

test.each(['status', 'check'])(
  'what a file of version 0.1 accepts counts from the next %s on',
  { tags: 'slow' },
  async (command) => {
    const { opened, accepted, path } = await withFile(JSON.stringify);
    const { json } = await opened.tell(command, ...(command === 'status' ? ['--period', PERIOD] : [PERIOD]));
    const month = command === 'status' ? json.employers[0] : json.runs[0].month;
    expect(month).toMatchObject({ state: 'ready', counts: { blocking: 0, accepted: 1 } });
    expect(existsSync(path)).toBe(false);
    expect((await opened.month()).undoable).toEqual(Object.keys(accepted));

    // What the clerk takes back later does not come back.
    await opened.post('/api/accept', {
      employer: EMPLOYER,
      from,
      to,
      accepted: {},
      undone: Object.keys(accepted),
    });
    expect(await opened.said()).toMatchObject({ state: 'blocked' });
  },
);

test('a file that cannot be read accepts nothing, and stays', { tags: 'slow' }, async () => {
  const { opened, folder } = await withFile(() => '{ "OPEN_ENTRY@');
  expect(await opened.said()).toMatchObject({ state: 'blocked' });
  expect(readdirSync(folder)).toHaveLength(1);
});
