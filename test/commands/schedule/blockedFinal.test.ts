// @module-tag slow
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { AddressOf } from '../../support/employers/deliveredService.js';
import { SAMPLE_DATA, sampleOfDays } from '../../support/employers/sampleService.js';
import {
  ACCEPT,
  ACCEPTED,
  RUN,
  type ScheduleBench,
  startScheduleBench,
} from '../../support/employers/scheduleBench.js';
import type { ReceivedMail } from '../../support/servers/mailServer.js';
import { parseMail } from '../../support/servers/parseMail.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** With a month of work, so that more than one manager has something to correct. */
async function bench(schedule: string, deliveries?: string, addressOf?: AddressOf): Promise<ScheduleBench> {
  const employers = await sampleOfDays('2026-10-20', '2026-10-31');
  const started = await startScheduleBench(schedule, deliveries, addressOf, employers);
  opened.push(started.close);
  return started;
}

const MONTHLY =
  'monthly: { cron: "0 6 3 * *", final: true, deliver: [managers], retry: { everyMinutes: 60, forHours: 3 } }';
const managers = (more: string) =>
  `{ managers: { to: mail, templates: [employee-days], recipients: { column: managerEmail }, ${more} } }`;

/** Names in the mapping by their address: the first employee is anna's, the second ben's, and so on. */
function namesIn({ service }: ScheduleBench): { anna: string[]; ben: string[] } {
  const rows = readFileSync(join(service.cwd, 'employees-bakery.csv'), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
    .slice(1);
  const listed: { id: string; firstName: string; lastName: string }[] = JSON.parse(
    readFileSync(join(SAMPLE_DATA, 'bakery', 'employees.json'), 'utf8'),
  );
  const nameOf = (row: string) => {
    const person = listed.find(({ id }) => row.startsWith(id));
    return `${person?.lastName}, ${person?.firstName}`;
  };
  const of = (address: string) => rows.filter((row) => row.includes(address)).map(nameOf);
  const [anna, ben] = [of('anna@'), of('ben@')];
  // Two employees with the same name may have two managers.
  return {
    anna: anna.filter((name) => !ben.includes(name)),
    ben: ben.filter((name) => !anna.includes(name)),
  };
}

const to = (mails: readonly ReceivedMail[], name: string) =>
  mails.filter(({ recipients }) => recipients[0]?.startsWith(name)).map(({ content }) => parseMail(content));

describe('a final that is blocked at its scheduled time', () => {
  test('sends each manager the list of their employees once, and the owner a count', {
    tags: 'slow',
  }, async () => {
    const started = await bench(`{ ${MONTHLY} }`, managers('attach: true'));
    const { at, server } = started;
    expect((await at('2026-11-03T05:05:00Z', ...RUN)).status).toBe(5);
    await at('2026-11-03T06:06:00Z', ...RUN);
    const [anna, ben, owner] = ['anna', 'ben', 'office'].map((name) => to(server.mails, name));
    expect([anna?.length, ben?.length, owner?.length]).toEqual([1, 1, 1]);
    const names = namesIn(started);
    const namedIn = (text: string | undefined, some: readonly string[]) =>
      some.filter((name) => text?.includes(name));
    expect(anna?.[0]?.subject).toBe('bakery 2026-10: items need correction first');
    expect(namedIn(anna?.[0]?.text, names.anna).length).toBeGreaterThan(0);
    expect(namedIn(anna?.[0]?.text, names.ben)).toEqual([]);
    expect(namedIn(ben?.[0]?.text, names.ben).length).toBeGreaterThan(0);
    expect(namedIn(ben?.[0]?.text, names.anna)).toEqual([]);
    expect(anna?.[0]?.text).toMatch(/2026-10-[23]\d/);
    expect(anna?.[0]?.text).toContain('The next check is at 07:05 on Tuesday 2026-11-03.');
    expect(anna?.[0]?.text).not.toContain('to the owner');
    expect(anna?.[0]?.text).toContain('→ ');
    expect(namedIn(owner?.[0]?.text, [...names.anna, ...names.ben])).toEqual([]);
  });

  test.each([
    ['attaches no file', ''],
    ['encrypts', 'attach: true, encrypt: { password: { env: S }, zip: true }'],
  ])('names no employees if the delivery %s', async (_, more) => {
    const started = await bench(`{ ${MONTHLY} }`, managers(more));
    await started.at('2026-11-03T05:05:00Z', ...RUN);
    const [mail] = to(started.server.mails, 'anna');
    const names = namesIn(started);
    expect(mail?.text).toMatch(/\d+ × /);
    expect([...names.anna, ...names.ben].filter((name) => mail?.text.includes(name))).toEqual([]);
  });

  test('sends nothing to recipients of the whole file, or to those with nothing to correct', async () => {
    const { at, server } = await bench(
      `{ ${MONTHLY.replace('[managers]', '[managers, office]')} }`,
      '{ managers: { to: mail, recipients: { column: managerEmail } }, office: { to: mail, recipients: clerk@example.com } }',
      (index) => (index === 999 ? '' : index > 60 ? 'zoe@example.com' : 'anna@example.com'),
    );
    await at('2026-11-03T05:05:00Z', ...RUN);
    expect([...new Set(server.mails.map(({ recipients }) => recipients[0]))].sort()).toEqual([
      'anna@example.com',
      'office@example.com',
    ]);
  });

  test('reaches managers with an address if another manager has none', async () => {
    const { at, server } = await bench(`{ ${MONTHLY} }`, managers('attach: true'), (index) =>
      index % 2 === 0 ? 'anna@example.com' : '',
    );
    await at('2026-11-03T05:05:00Z', ...RUN);
    expect(to(server.mails, 'anna')).toHaveLength(1);
  });

  test('retries the list with the run if the mail server refused it', {
    tags: 'slow',
  }, async () => {
    const { at, server, behave } = await bench(`{ ${MONTHLY} }`, managers('attach: true'));
    behave('greylists');
    const run = await at('2026-11-03T05:05:00Z', ...RUN, '--log', 'json');
    expect(run.stderr).toContain('could not be sent');
    // A log names no one, not even by address.
    expect(run.stderr).not.toMatch(/(anna|ben|office)@/);
    behave('takes');
    await at('2026-11-03T06:06:00Z', ...RUN);
    await at('2026-11-03T07:07:00Z', ...RUN);
    expect(to(server.mails, 'anna')).toHaveLength(1);
    expect(to(server.mails, 'ben')).toHaveLength(1);
  });
});

describe('a manager without paytally', () => {
  const LINKS =
    'links: { timeEntry: "https://portal.example.com/entries/{id}", employee: "https://portal.example.com/people/{id}" }';

  test('can open each record in the portal, reads no command, and is reminded daily until the deadline', {
    tags: 'slow',
  }, async () => {
    const schedule =
      'monthly: { cron: "0 6 3 * *", final: true, deliver: [managers], retry: { everyMinutes: 60, forHours: 50 } }';
    const started = await bench(`{ ${schedule} }\n${LINKS}`, managers('attach: true'));
    const { at, server } = started;
    for (const instant of [
      '2026-11-03T05:05:00Z',
      '2026-11-03T12:10:00Z',
      '2026-11-04T03:15:00Z',
      '2026-11-04T05:20:00Z',
      '2026-11-04T12:25:00Z',
      '2026-11-05T05:30:00Z',
      '2026-11-05T06:35:00Z',
      '2026-11-06T06:40:00Z',
    ])
      await at(instant, ...RUN);
    const mails = to(server.mails, 'anna');
    expect(mails.map(({ subject }) => subject)).toEqual([
      'bakery 2026-10: items need correction first',
      'Reminder: bakery 2026-10: items need correction first',
      'Reminder: bakery 2026-10: items need correction first',
    ]);
    const [first, second] = mails;
    expect(first?.text).toMatch(/\n {2}https:\/\/portal\.example\.com\/entries\/[0-9a-f-]{36}\n/);
    expect(first?.html).toMatch(/<a class="link" href="https:&#47;|<a class="link" href="https:\/\/portal/);
    expect(`${first?.text}${second?.text}`).not.toMatch(/paytally|run the export|configuration/);
    expect(second?.text).toContain('has been open since Tuesday 2026-11-03, 06:05.');
    // In words, in the employer's time zone.
    expect(first?.text).toContain('The next check is at 07:05 on Tuesday 2026-11-03.');
    const status = JSON.parse((await at('2026-11-06T07:00:00Z', 'status', '--json')).stdout);
    const { waitingFor } = status.employers[0];
    expect(waitingFor[0]).toMatchObject({
      recipient: 'anna@example.com',
      delivery: 'managers',
      role: 'planner',
      since: '2026-11-03T05:05:00.000Z',
    });
  });

  test('gets no reminder once the final is made', { tags: 'slow' }, async () => {
    const schedule =
      'monthly: { cron: "0 6 3 * *", final: true, deliver: [managers], retry: { everyMinutes: 60, forHours: 50 } }';
    const { at, server } = await bench(`{ ${schedule} }`, managers('attach: true'));
    await at('2026-11-03T05:05:00Z', ...RUN);
    const accept = ACCEPTED.flatMap((code) => ['--accept', `${code}=known`]);
    const made = await at('2026-11-03T15:00:00Z', 'export', '2026-10', '--final', ...accept);
    expect(made.status, made.stderr).toBe(0);
    for (const instant of ['2026-11-04T05:20:00Z', '2026-11-05T05:30:00Z']) await at(instant, ...RUN);
    const subjects = to(server.mails, 'anna').map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Reminder'))).toEqual([]);
    const status = JSON.parse((await at('2026-11-06T07:00:00Z', 'status', '--json')).stdout);
    expect(status.employers[0].waitingFor ?? []).toEqual([]);
  });

  test('sees no names, but can find the records, if the delivery attaches no file', async () => {
    const { at, server } = await bench(`{ ${MONTHLY} }\n${LINKS}`, managers(''));
    await at('2026-11-03T05:05:00Z', ...RUN);
    const [mail] = to(server.mails, 'anna');
    expect(mail?.text).toContain('https://portal.example.com/entries/');
    expect(mail?.text).not.toContain('/people/');
    expect(mail?.text).not.toContain('2026-10-2');
  });
});

describe('a change that has not been reported', () => {
  test('is reported to the owner once, even if "status" found it first', { tags: 'slow' }, async () => {
    const schedule = `{ monthly: { cron: "0 6 3 * *", final: true, ${ACCEPT}, deliver: [office] } }`;
    const { at, server, service, behave } = await bench(schedule);
    behave('hangs-up-after-data');
    const first = await at('2026-11-03T05:05:00Z', ...RUN);
    expect(first.status).toBe(7);
    behave('takes');
    expect(
      JSON.parse((await service.run(['status', '--json'])).stdout).employers[0].deliveries[0].state,
    ).toBe('unknown');
    for (const minute of ['20', '35', '50']) await at(`2026-11-03T05:${minute}:00Z`, ...RUN);
    const told = to(server.mails, 'office');
    expect(told[0]?.text).toContain('--again office');
    // A mail to the server that disconnects may have arrived, and keeps its Message-ID when sent again.
    expect(new Set(told.map(({ messageId }) => messageId)).size).toBe(1);
    expect(to(server.mails, 'clerk')).toHaveLength(1);
    const count = server.mails.length;
    await at('2026-11-03T06:05:00Z', ...RUN);
    expect(server.mails).toHaveLength(count);
    const { runId } = JSON.parse(first.stdout).runs[0];
    expect((await service.run(['send', runId, '--again', 'office'])).status).toBe(0);
    expect(
      to(server.mails, 'office').filter(({ subject }) => subject === 'bakery 2026-10: deliveries succeeded'),
    ).toHaveLength(1);
  });
});
