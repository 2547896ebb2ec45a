// @module-tag slow
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, describe, expect, test } from 'vitest';
import type { EmployerData, IntegrationData } from '../../../src/sandbox/sandboxData.js';
import {
  type AddressOf,
  deliveriesIn,
  shortly,
  startDeliveredService,
} from '../../support/employers/deliveredService.js';
import { SAMPLE_DATA, type SampleService, sampleOfDays } from '../../support/employers/sampleService.js';
import { type MailServer, type Misbehaviour, startMailServer } from '../../support/servers/mailServer.js';
import { parseMail } from '../../support/servers/parseMail.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

interface Bench {
  readonly server: MailServer;
  readonly service: SampleService;
}

async function bench(
  deliveries: string,
  behaviour: Misbehaviour | ((recipient: string) => Misbehaviour) = 'takes',
  addressOf?: AddressOf,
  more?: string,
  employers?: readonly EmployerData[],
): Promise<Bench> {
  const server = await startMailServer(behaviour);
  opened.push(server.close);
  const service = await startDeliveredService(server.port, deliveries, addressOf, more, undefined, employers);
  opened.push(service.stop);
  return { server, service };
}

const EXPORT = ['export', '2026-10', '--json'];
const MANAGERS =
  'managers: { to: mail, templates: [employee-days], recipients: { column: managerEmail }, attach: true, when: both }';
const OFFICE = 'office: { to: mail, recipients: [clerk@example.com], cc: chief@example.com, when: both }';
const ARCHIVE = 'archive: { to: folder, path: archive, templates: [employee-days], when: both }';

function integrationOf({ integrations: [integration] = [] }: EmployerData): IntegrationData {
  if (integration === undefined) throw new Error('no integration');
  return integration;
}

const rowsOf = (csv: string) => csv.trimEnd().split('\n').slice(1);

describe('export --deliver', () => {
  test('Ctrl-C between two mails: names the recorded run, and how to send the rest', {
    tags: 'slow',
  }, async () => {
    const controller = new AbortController();
    const { service } = await bench(`{ ${MANAGERS}, ${OFFICE} }`, () => {
      controller.abort();
      return 'takes';
    });
    const { status, stdout } = await service.run([...EXPORT, '--deliver'], { signal: controller.signal });
    const { runs } = JSON.parse((await service.run(['history', '--json'])).stdout);
    expect({ status, error: JSON.parse(stdout).error }).toMatchObject({
      status: 130,
      error: { code: 'INTERRUPTED', remedy: `To send the others, run \`paytally send ${runs[0].runId}\`.` },
    });
  });

  test('each recipient gets their part, and the folder gets the whole', { tags: 'slow' }, async () => {
    const { server, service } = await bench(`{ ${MANAGERS}, ${OFFICE}, ${ARCHIVE} }`);
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run).toMatchObject({ status: 0 });
    expect(shortly(run)).toEqual([
      'managers anna@example.com sent',
      'managers ben@example.com sent',
      'office clerk@example.com sent',
      'office chief@example.com sent',
      `archive ${join(service.cwd, 'archive')} sent`,
    ]);
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([
      ['anna@example.com'],
      ['ben@example.com'],
      ['clerk@example.com'],
      ['chief@example.com'],
    ]);
    const whole = readFileSync(JSON.parse(run.stdout).runs[0].files[0].path, 'utf8');
    expect(readFileSync(join(service.cwd, 'archive', 'bakery_2026-10_employee-days.csv'), 'utf8')).toBe(
      whole,
    );
    const mails = server.mails.map(({ content }) => parseMail(content));
    const [anna, ben, clerk] = mails;
    const parts = [anna, ben].map((mail) => mail?.attachments[0]);
    expect(parts.map((part) => part?.name)).toEqual(Array(2).fill('bakery_2026-10_employee-days.csv'));
    const texts = parts.map((part) => Buffer.from(part?.base64 ?? '', 'base64').toString());
    expect(new Set(texts.map((text) => text.split('\n')[0]))).toEqual(new Set([whole.split('\n')[0]]));
    expect(texts.flatMap(rowsOf).sort()).toEqual(rowsOf(whole).sort());
    expect(texts.every((text) => rowsOf(text).length > 0)).toBe(true);
    expect(clerk).toMatchObject({
      attachments: [],
      to: 'clerk@example.com',
      cc: 'chief@example.com',
      defects: [],
    });
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(4);
  });

  test('a manager gets the days on which the mapping file names them, and no others', {
    tags: 'slow',
  }, async () => {
    const { service, server } = await bench(
      '{ managers: { to: mail, templates: [pay-lines, employee-days], recipients: { column: managerEmail }, attach: true, when: both } }',
      'takes',
      undefined,
      'absences: absences.csv',
    );
    const mapping = join(service.cwd, 'employees-bakery.csv');
    const [header = '', ...rows] = readFileSync(mapping, 'utf8').trimEnd().split('\r\n');
    const ids = rows.map((row) => row.split(',')[0] ?? '');
    const toManager = (row: string, name: string) => row.replace(/\w+@example\.com/, `${name}@example.com`);
    const dated = rows.flatMap((row) => [
      `${toManager(row, 'anna')},,2026-10-14`,
      `${toManager(row, 'ben')},2026-10-15,`,
    ]);
    writeFileSync(mapping, `${header},from,to\r\n${dated.join('\r\n')}\r\n`);
    const leave = ids.map((id) => `${id},2026-10-13,2026-10-16,LEAVE,60,all`);
    writeFileSync(
      join(service.cwd, 'absences.csv'),
      `employee,from,to,code,minutes,dates\n${leave.join('\n')}\n`,
    );
    const templates = ['--template', 'pay-lines', '--template', 'employee-days'];
    const run = await service.run(['export', '2026-10', ...templates, '--json', '--deliver']);
    expect(run).toMatchObject({ status: 0 });
    const files: { path: string; template: string }[] = JSON.parse(run.stdout).runs[0].files;
    for (const { path, template } of files) {
      const whole = rowsOf(readFileSync(path, 'utf8'));
      const partOf = (to: string): string[] => {
        const mail = server.mails.find(({ recipients }) => recipients[0] === `${to}@example.com`);
        const parts = parseMail(mail?.content ?? Buffer.alloc(0)).attachments;
        const own = parts.find(({ name }) => name?.includes(template));
        return rowsOf(Buffer.from(own?.base64 ?? '', 'base64').toString());
      };
      const dateOf = (row: string): string => /2026-10-\d\d/.exec(row)?.[0] ?? '';
      const mapped = whole.filter((row) => ids.some((id) => row.startsWith(id)));
      expect(partOf('anna')).toEqual(mapped.filter((row) => dateOf(row) <= '2026-10-14'));
      expect(partOf('ben')).toEqual(mapped.filter((row) => dateOf(row) > '2026-10-14'));
    }
    const { path = '' } = files.find(({ template }) => template === 'pay-lines') ?? {};
    expect(readFileSync(path, 'utf8')).toContain('2026-10-16,LEAVE');
  });

  test.each(['people', 'places'])('by %s: no recipient sees absences and holidays of others', async (by) => {
    const managers = 'recipients: { column: managerEmail }';
    const places = 'recipients: { establishments: places.csv }';
    const { service, server } = await bench(
      `{ parts: { to: mail, templates: [pay-lines], ${by === 'people' ? managers : places}, attach: true, when: both } }`,
      'takes',
      undefined,
      'absences: absences.csv\nholidays: holidays.csv\npayRules: { base: [{ code: NORMAL }], notWorked: [{ code: FEAST, by: contract }] }',
    );
    const mapping = join(service.cwd, 'employees-bakery.csv');
    const [header = '', ...rows] = readFileSync(mapping, 'utf8').trimEnd().split('\r\n');
    const contract = rows.map((row) => `${row},456,12345,2020-01-01,2027-12-31`);
    const columns = 'contractMinutesPerDay,contractWeekdays,contractFrom,contractTo';
    writeFileSync(mapping, `${header},${columns}\r\n${contract.join('\r\n')}\r\n`);
    const managerOf = new Map(rows.map((row) => [row.split(',')[0] ?? '', /\w+@example.com/.exec(row)?.[0]]));
    const leave = [...managerOf.keys()].map((id) => `${id},2026-10-06,2026-10-06,LEAVE,480`);
    writeFileSync(join(service.cwd, 'absences.csv'), `employee,from,to,code,minutes\n${leave.join('\n')}\n`);
    writeFileSync(join(service.cwd, 'holidays.csv'), 'date;name;part;where;action\n2026-10-13;Feast;;;add\n');
    const listed: { id: string; name: string }[] = JSON.parse(
      readFileSync(join(SAMPLE_DATA, 'bakery', 'establishments.json'), 'utf8'),
    );
    const addresses = listed.map(({ id }, index) => `${id},place${index}@example.com`);
    writeFileSync(join(service.cwd, 'places.csv'), `establishment,recipient\n${addresses.join('\n')}\n`);
    const run = await service.run(['export', '2026-10', '--template', 'pay-lines', '--json', '--deliver']);
    expect(run).toMatchObject({ status: 0 });
    const read = (text: string): Record<string, string>[] => parse(text, { columns: true });
    const whole = read(readFileSync(JSON.parse(run.stdout).runs[0].files[0].path, 'utf8'));
    for (const code of ['LEAVE', 'FEAST']) expect(whole.map(({ payCode }) => payCode)).toContain(code);
    const sent = server.mails.map(({ content, recipients }) => ({
      to: recipients[0] ?? '',
      rows: read(Buffer.from(parseMail(content).attachments[0]?.base64 ?? '', 'base64').toString()),
    }));
    expect(sent.length).toBeGreaterThan(1);
    const worksAt = new Set(
      whole.filter(({ kind }) => kind === 'base').map((row) => `${row.employeeId} ${row.establishment}`),
    );
    for (const { to, rows: own } of sent) {
      expect(own.length).toBeGreaterThan(0);
      const place = listed[Number(/place(\d+)/.exec(to)?.[1])]?.name;
      for (const { employeeId = '' } of own)
        if (by === 'people') expect([employeeId, managerOf.get(employeeId)]).toEqual([employeeId, to]);
        else expect([employeeId, worksAt.has(`${employeeId} ${place}`)]).toEqual([employeeId, true]);
    }
    // Everybody's rows reach their manager, also those of a person with nothing but leave.
    if (by === 'people')
      expect(sent.flatMap(({ rows: own }) => own.map((row) => JSON.stringify(row))).sort()).toEqual(
        whole.map((row) => JSON.stringify(row)).sort(),
      );
  });

  test('a notice contains no personal data', { tags: 'slow' }, async () => {
    const { server, service } = await bench(`{ ${OFFICE} }`);
    await service.run([...EXPORT, '--deliver']);
    const text = server.mails[0]?.content.toString() ?? '';
    const people = readFileSync(join(service.cwd, 'employees-bakery.csv'), 'utf8')
      .split(/\r?\n/)
      .slice(1)
      .flatMap((row) => row.split(/[;,]/).slice(0, 3))
      .filter((cell) => cell.length > 3 && !cell.includes('@'));
    expect(people.length).toBeGreaterThan(20);
    expect(people.filter((cell) => text.includes(cell))).toEqual([]);
  });

  test.each([
    ['in the language of the employer', '', 'Not attached. The file is here'],
    ['in German', 'language: de', 'Nicht angehängt. Die Datei liegt hier'],
  ])('a recipient’s file that is too large becomes a notice with its path, %s', async (_, more, words) => {
    const small = MANAGERS.replace('attach: true', 'attach: true, maxMegabytes: 0.0001');
    const { server, service } = await bench(`{ ${small} }`, 'takes', undefined, more);
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(0);
    expect(shortly(run)).toEqual(['managers anna@example.com sent', 'managers ben@example.com sent']);
    const [{ runId, files }] = JSON.parse(run.stdout).runs;
    const [{ path }] = files;
    const whole = rowsOf(readFileSync(path, 'utf8'));
    const rows = ['anna@example.com', 'ben@example.com'].flatMap((address, index) => {
      const folder = join(dirname(path), 'too-large-for-mail', 'managers', address, runId);
      const mail = parseMail(server.mails[index]?.content ?? Buffer.of());
      expect(mail).toMatchObject({ attachments: [], to: address, defects: [] });
      for (const body of [mail.text, mail.html])
        expect(body.replaceAll('&#39;', "'").replaceAll(/<\/?span[^>]*>/g, '')).toContain(
          `employee-days: ${folder}`,
        );
      expect(mail.text).toContain(words);
      expect(run.stderr).toContain(folder);
      expect(readdirSync(folder)).toEqual(['bakery_2026-10_employee-days.csv']);
      const own = join(folder, 'bakery_2026-10_employee-days.csv');
      expect(statSync(own).mode & 0o777).toBe(0o600);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      return rowsOf(readFileSync(own, 'utf8'));
    });
    expect(rows.sort()).toEqual(whole.sort());
  });

  test('fails with a reason if a file is too large for mail and cannot be saved with the run', async () => {
    const small = MANAGERS.replace('attach: true', 'attach: true, maxMegabytes: 0.0001');
    const { server, service } = await bench(`{ ${small} }`);
    mkdirSync(join(service.cwd, 'out', 'draft'), { recursive: true });
    writeFileSync(join(service.cwd, 'out', 'draft', 'too-large-for-mail'), '');
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(7);
    expect(deliveriesIn(run)[0]).toMatchObject({ state: 'failed' });
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([['office@example.com']]);
    expect(parseMail(server.mails[0]?.content ?? Buffer.of()).text).toMatch(/too large to email/);
  });

  test('a notice about recipients’ files has the path of the run’s files', async () => {
    const notice = MANAGERS.replace('attach: true', 'attach: false');
    const { server, service } = await bench(`{ ${notice} }`);
    const run = await service.run([...EXPORT, '--deliver']);
    const [{ path }] = JSON.parse(run.stdout).runs[0].files;
    expect(parseMail(server.mails[0]?.content ?? Buffer.of()).text).toContain(
      `- employee-days: ${dirname(path)}\n`,
    );
    expect(existsSync(join(dirname(path), 'too-large-for-mail'))).toBe(false);
  });

  test('--mail sends only the mails', async () => {
    const { service } = await bench(`{ ${OFFICE}, ${ARCHIVE} }`);
    expect(shortly(await service.run([...EXPORT, '--mail']))).toEqual([
      'office clerk@example.com sent',
      'office chief@example.com sent',
    ]);
    expect(readdirSync(join(service.cwd, 'archive'))).toEqual([]);
  });

  test('a draft is not delivered unless configured', async () => {
    const { server, service } = await bench('{ office: { to: mail, recipients: clerk@example.com } }');
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run).toMatchObject({ status: 0 });
    expect(deliveriesIn(run)).toEqual([]);
    expect(server.mails).toEqual([]);
  });

  test('a dry run lists the recipients and their files, and sends nothing', async () => {
    const { server, service } = await bench(`{ ${MANAGERS}, ${ARCHIVE} }`);
    const run = await service.run(['export', '2026-10', '--deliver', '--dry-run']);
    expect(run.stdout).toMatch(
      /would send +managers to anna@example.com\n +managers to ben@example.com\n +archive to /,
    );
    expect(server.mails).toEqual([]);
    expect(existsSync(join(service.cwd, 'out'))).toBe(false);
  });

  test('one refused recipient does not affect the others: status 7, and the owner is notified', async () => {
    const { server, service } = await bench(`{ ${MANAGERS}, ${ARCHIVE} }`, (recipient) =>
      recipient.startsWith('anna') ? 'refuses-recipient' : 'takes',
    );
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(7);
    expect(shortly(run).map((line) => line.split(' ').at(-1))).toEqual(['failed', 'sent', 'sent']);
    expect(JSON.parse(run.stdout).error).toMatchObject({ code: 'DELIVERY_FAILED' });
    expect(run.stderr).toContain('DELIVERY_FAILED');
    const notice = parseMail(server.mails.at(-1)?.content ?? Buffer.of());
    expect(notice).toMatchObject({ to: 'office@example.com', attachments: [] });
    expect(notice.text).toContain('managers: anna@example.com');
    expect(notice.text).toContain('550 No such user here');
  });

  test.each(['clerk@example.com', 'second@example.com', 'chief@example.com'])(
    'of two listed recipients and a copy, only %s is refused: its state has the words of the server',
    async (refused) => {
      const list = `office: { to: mail, recipients: [clerk@example.com, second@example.com], cc: chief@example.com, when: both }`;
      const { server, service } = await bench(`{ ${list} }`, (recipient) =>
        recipient === refused ? 'refuses-recipient' : 'takes',
      );
      const run = await service.run([...EXPORT, '--deliver']);
      const states = Object.fromEntries(deliveriesIn(run).map((each) => [each.recipient, each]));
      expect(run.status).toBe(7);
      expect(Object.keys(states).sort()).toEqual([
        'chief@example.com',
        'clerk@example.com',
        'second@example.com',
      ]);
      for (const [recipient, { state, problem }] of Object.entries(states))
        expect([recipient, state, problem]).toEqual(
          recipient === refused
            ? [refused, 'failed', expect.stringContaining('550 No such user here')]
            : [recipient, 'sent', undefined],
        );
      // The others are not sent a second time, and only the refused one is tried.
      const before = server.mails.length;
      const again = await service.run(['send', JSON.parse(run.stdout).runs[0].runId, '--json']);
      expect([
        again.status,
        deliveriesIn(again)
          .map(({ state }) => state)
          .sort(),
      ]).toEqual([7, ['failed', 'sent', 'sent']]);
      expect(server.mails.length).toBe(before);
    },
  );

  test('a folder in which the name is taken by another folder: failed, with the reason, and nothing is left there', async () => {
    const { service } = await bench(`{ ${ARCHIVE} }`);
    const planned = await service.run([...EXPORT, '--deliver', '--dry-run']);
    expect(planned.status, planned.stderr).toBe(0);
    mkdirSync(join(service.cwd, 'archive', 'bakery_2026-10_employee-days.csv'));
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(7);
    expect(deliveriesIn(run)).toMatchObject([
      { name: 'archive', state: 'failed', problem: expect.stringContaining('folder') },
    ]);
    expect(readdirSync(join(service.cwd, 'archive'))).toEqual(['bakery_2026-10_employee-days.csv']);
  });

  test('an employee without an address: status 5 before anything is written or sent', async () => {
    const { server, service } = await bench(`{ ${ARCHIVE}, ${MANAGERS} }`, 'takes', (index) =>
      index === 3 ? 'anna.example.com' : index === 4 ? '' : 'anna@example.com; ben@example.com',
    );
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(5);
    const { error } = JSON.parse(run.stdout);
    expect(error.code).toBe('RECIPIENT_INVALID');
    expect(error.message).toMatch(/anna\.example\.com/);
    expect(error.message).toMatch(/has no address/);
    const mapping = join(service.cwd, 'employees-bakery.csv');
    expect(error.message).toContain(`Addresses come from the column "managerEmail" of ${mapping}.`);
    expect(server.mails).toEqual([]);
    expect(existsSync(join(service.cwd, 'out'))).toBe(false);
    expect(readdirSync(join(service.cwd, 'archive'))).toEqual([]);
  });

  test('several addresses in a cell receive the same employees', async () => {
    const { server, service } = await bench(
      `{ ${MANAGERS} }`,
      'takes',
      () => 'anna@example.com; ben@example.com;Anna@Example.com',
    );
    expect(shortly(await service.run([...EXPORT, '--deliver']))).toHaveLength(2);
    const [anna, ben] = server.mails.map(({ content }) => parseMail(content).attachments[0]?.base64);
    expect(anna).toBe(ben);
  });

  test('employer names with line breaks and HTML are plain text in every header and every part', async () => {
    const name = '"<img src=x onerror=alert(1)> & Co.\\r\\nBcc: thief@example.com\\r\\n\\r\\nbody"';
    const { server, service } = await bench(`{ ${OFFICE} }`);
    const path = join(service.cwd, 'paytally.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('  bakery:\n', `  bakery:\n    name: ${name}\n`));
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(0);
    expect(server.mails).toHaveLength(2);
    for (const { content, recipients } of server.mails) {
      const mail = parseMail(content);
      expect(recipients).not.toContain('thief@example.com');
      expect(mail.headers.map((header) => header.toLowerCase())).not.toContain('bcc');
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.html).not.toContain('<img');
      expect(mail.html).toContain('&#60;img');
    }
  });

  test('a mapping address with a line break is refused: nothing is written or sent', async () => {
    const { server, service } = await bench(`{ ${MANAGERS} }`, 'takes', (index) =>
      index === 3 ? 'anna@example.com\r\nRCPT TO:<thief@example.com>' : 'anna@example.com',
    );
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(5);
    expect(JSON.parse(run.stdout).error).toMatchObject({ code: 'RECIPIENT_INVALID' });
    expect(server.mails).toEqual([]);
    expect(existsSync(join(service.cwd, 'out'))).toBe(false);
  });

  test.each([
    [
      'a column that the mapping lacks',
      '{ m: { to: mail, recipients: { column: chief }, when: both } }',
      'MAPPING_INVALID',
    ],
    [
      'a text with an unknown placeholder',
      '{ m: { to: mail, recipients: a@example.com, when: both, subject: "{{ nothing }}" } }',
      'CONFIG_INVALID',
    ],
  ])('%s: status 2, nothing written', async (_, deliveries, code) => {
    const { service } = await bench(deliveries);
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(2);
    expect(JSON.parse(run.stdout).error.code).toBe(code);
    expect(existsSync(join(service.cwd, 'out'))).toBe(false);
  });

  test('a file for each establishment', async () => {
    const { server, service } = await bench(
      '{ places: { to: mail, recipients: { establishments: places.csv }, attach: true, when: both } }',
    );
    const places: { id: string; name: string }[] = JSON.parse(
      readFileSync(join(SAMPLE_DATA, 'bakery', 'establishments.json'), 'utf8'),
    );
    // One by its id, the others by name.
    const lines = places.map(
      ({ id, name }, index) => `"${index === 0 ? id : name}",place${index}@example.com`,
    );
    writeFileSync(join(service.cwd, 'places.csv'), `establishment,recipient\n${lines.join('\n')}\n`);
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(0);
    expect(server.mails.length).toBeGreaterThan(1);
    for (const { content, recipients } of server.mails) {
      const csv = Buffer.from(parseMail(content).attachments[0]?.base64 ?? '', 'base64').toString();
      const place = places[Number(/place(\d+)@/.exec(recipients[0] ?? '')?.[1])];
      expect(rowsOf(csv).length).toBeGreaterThan(0);
      expect(rowsOf(csv).filter((row) => !row.includes(place?.name ?? '?'))).toEqual([]);
    }
  });

  test('a file for each team', async () => {
    const { server, service } = await bench(
      '{ teams: { to: mail, recipients: { teams: teams.csv }, attach: true, when: both } }',
    );
    const teams: { id: string; name: string }[] = JSON.parse(
      readFileSync(join(SAMPLE_DATA, 'bakery', 'teams.json'), 'utf8'),
    );
    const lines = teams.map(({ id }, index) => `"${id}",team${index}@example.com`);
    writeFileSync(join(service.cwd, 'teams.csv'), `team,recipient\n${lines.join('\n')}\n`);
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(0);
    expect(server.mails.length).toBeGreaterThan(1);
    for (const { content, recipients } of server.mails) {
      const csv = Buffer.from(parseMail(content).attachments[0]?.base64 ?? '', 'base64').toString();
      const team = teams[Number(/team(\d+)@/.exec(recipients[0] ?? '')?.[1])];
      expect(rowsOf(csv).length).toBeGreaterThan(0);
      // Employees of other teams have no row, and their hours do not count.
      expect(csv).not.toContain(teams.find((other) => other !== team)?.id);
    }
    writeFileSync(join(service.cwd, 'teams.csv'), `team,recipient\n${lines.slice(1).join('\n')}\n`);
    const lacking = await service.run([...EXPORT, '--deliver']);
    expect(lacking.status).toBe(5);
    const { message } = JSON.parse(lacking.stdout).error;
    expect(message).toContain(`${teams[0]?.name} (${teams[0]?.id}) has no address`);
    expect(message).toContain(
      `Addresses come from the column "recipient" of ${join(service.cwd, 'teams.csv')}.`,
    );
  });

  test('an address used for two employers gives a warning, however it is written', async () => {
    const employers = await sampleOfDays('2026-10-29', '2026-10-30');
    const [first] = employers;
    if (first === undefined) throw new Error('no sample');
    const otherId = '11111111-2222-4333-8444-555555555555';
    const other = {
      ...first,
      employerId: otherId,
      integrations: [{ ...integrationOf(first), clientId: 'cafe-payroll' }],
    };
    const { server, service } = await bench(`{ ${MANAGERS} }`, 'takes', undefined, '', [first, other]);
    const path = join(service.cwd, 'paytally.yaml');
    const text = readFileSync(path, 'utf8');
    const cafe = `  cafe: { employerId: ${otherId}, clientId: cafe-payroll, clientSecret: { env: PAYTALLY_SANDBOX_SECRET }, employees: cafe.csv, zone: Europe/Brussels }\n`;
    writeFileSync(path, text.replace('employers:\n', `employers:\n${cafe}`));
    const mapping = readFileSync(join(service.cwd, 'employees-bakery.csv'), 'utf8');
    writeFileSync(
      join(service.cwd, 'cafe.csv'),
      mapping.replaceAll('anna@', 'carla@').replaceAll('ben@example', 'Ben@Example'),
    );
    const warningsOf = ({ stderr }: { readonly stderr: string }) =>
      stderr.split('\n').filter((line) => /also gets files of/.test(line));
    const planned = await service.run([...EXPORT, '--deliver', '--dry-run', '--jobs', '1']);
    const run = await service.run([...EXPORT, '--deliver', '--jobs', '1']);
    expect(run.status).toBe(0);
    expect(server.mails).toHaveLength(4);
    const warned = warningsOf(run);
    expect(warningsOf(planned)).toEqual(warned);
    expect(warned).toEqual([expect.stringMatching(/ben@example\.com also gets files of (bakery|cafe)/i)]);
  });

  test('a folder receives files named by the delivery’s pattern', async () => {
    const { service } = await bench(
      '{ archive: { to: folder, path: archive, templates: [employee-days], fileName: "{{ key }}-{{ period }}_{{ template }}", when: both } }',
    );
    expect((await service.run([...EXPORT, '--deliver'])).status).toBe(0);
    expect(readdirSync(join(service.cwd, 'archive'))).toEqual(['bakery-2026-10_employee-days.csv']);
    expect(existsSync(join(service.cwd, 'out', 'draft', 'bakery_2026-10_employee-days.csv'))).toBe(true);
  });

  test.each([
    ['cannot be read', '{{ nothing }}', 'cannot be read'],
    ['has a path outside the folder', '../{{ key }}', 'cannot be a file name'],
    ['gives two files the same name', '{{ key }}.csv', 'would both be named'],
  ])('a pattern that %s: status 2, nothing is written', async (_, fileName, message) => {
    const { service } = await bench(
      `{ archive: { to: folder, path: archive, templates: [employee-days, entries], fileName: "${fileName}", when: both } }`,
    );
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(2);
    expect(JSON.parse(run.stdout).error).toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(message),
    });
    expect(existsSync(join(service.cwd, 'out', 'draft', 'bakery_2026-10_employee-days.csv'))).toBe(false);
    expect(readdirSync(join(service.cwd, 'archive'))).toEqual([]);
    expect(JSON.parse((await service.run(['history', '--json'])).stdout).runs).toEqual([]);
  });

  test('a cover shows the totals of each recipient’s part, and no names', async () => {
    const { server, service } = await bench(
      `{ ${MANAGERS.replace('attach: true', 'cover: true')}, ${OFFICE.replace('when', 'cover: true, when')} }`,
    );
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(0);
    const whole = readFileSync(JSON.parse(run.stdout).runs[0].files[0].path, 'utf8');
    const [anna, ben, clerk] = server.mails.map(({ content }) => parseMail(content));
    const people = ({ text }: { text: string } = { text: '' }) => Number(/Employees: (\d+)/.exec(text)?.[1]);
    const minutes = ({ text }: { text: string } = { text: '' }) => {
      const [, hours, rest] = /Worked: (\d+):(\d+) h/.exec(text) ?? [];
      return Number(hours) * 60 + Number(rest);
    };
    expect(people(anna)).toBeGreaterThan(0);
    expect(people(anna) + people(ben)).toBe(people(clerk));
    expect(minutes(anna) + minutes(ben)).toBe(minutes(clerk));
    expect(minutes(clerk)).toBe(JSON.parse(run.stdout).runs[0].control.exportedMinutes);
    expect(clerk?.text).toMatch(/Items to resolve:\n- \d+ × .+ \(blocks final runs\)\n[\s\S]*\(to check\)\n/);
    const names = rowsOf(whole)
      .flatMap((row) => row.split(',').slice(1, 4))
      .filter((cell) => /^\p{L}{4,}$/u.test(cell));
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => clerk?.text.includes(name))).toEqual([]);
  });

  test.each([
    [
      ['--mail'],
      '{}',
      'without',
      /--mail: the configuration has no "mail"/,
      /Add "mail" with from, owner and smtp/,
    ],
    [
      ['--mail'],
      `{ ${ARCHIVE} }`,
      'with',
      /--mail: the configuration has no email delivery/,
      /under "deliveries"/,
    ],
    [['--deliver'], '{}', 'with', /--deliver: the configuration has no delivery/, /under "deliveries"/],
  ])(
    '%j with the deliveries %s, %s mail: status 2 with a remedy',
    async (options, deliveries, mail, message, remedy) => {
      const { service } = await bench(deliveries);
      const path = join(service.cwd, 'paytally.yaml');
      if (mail === 'without') writeFileSync(path, readFileSync(path, 'utf8').replace(/^mail: .*$/m, ''));
      for (const command of [
        EXPORT,
        [...EXPORT, '--dry-run'],
        ['corrections', '2026-10', '--final', '--json'],
      ]) {
        const run = await service.run([...command, ...options]);
        expect({ command, status: run.status }).toEqual({ command, status: 2 });
        const { error } = JSON.parse(run.stdout);
        expect(error.message).toMatch(message);
        expect(error.remedy).toMatch(remedy);
      }
      expect(existsSync(join(service.cwd, 'out'))).toBe(false);
    },
  );

  test('reports a delivery of templates that the run does not include', async () => {
    const { service } = await bench(`{ ${ARCHIVE}, ${OFFICE} }`);
    const run = await service.run([...EXPORT, '--template', 'entries', '--deliver']);
    expect(run.status).toBe(0);
    expect(run.stderr).toContain(
      'the delivery "archive" sends nothing from this run, which has no files from employee-days.',
    );
    expect(shortly(run).map((line) => line.split(' ')[0])).toEqual(['office', 'office']);
  });

  test.each(['nl', 'fr', 'de', 'en'])('mails speak %s', async (language) => {
    const { server, service } = await bench(`{ ${OFFICE} }`, 'takes', undefined, `language: ${language}`);
    await service.run([...EXPORT, '--deliver']);
    const { subject, text, html } = parseMail(server.mails[0]?.content ?? Buffer.of());
    expect({ subject, text: text.replace(service.cwd, 'FOLDER') }).toMatchSnapshot();
    expect(html).toContain(`<html lang="${language}">`);
  });

  test('a mail that is sent later has the same figures; people get theirs without those of others', async () => {
    const { server, service } = await bench(`{ ${OFFICE}, ${MANAGERS} }`);
    const { stdout } = await service.run(EXPORT);
    const [{ runId }] = JSON.parse(stdout).runs;
    await service.run(['send', runId]);
    const texts = server.mails.map(({ content }) => parseMail(content).text);
    const withFigures = texts.filter((text) =>
      /are ready: \d+ people, \d+:\d\d h, \d+ warnings?\./.test(text),
    );
    expect(withFigures.length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes('hours of bakery from'))).toHaveLength(texts.length);
    expect(withFigures.length).toBeLessThan(texts.length);
  });
});
