import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type MailServer, type Misbehaviour, startMailServer } from '../delivery/mailServer.js';
import { parseMail } from '../delivery/parseMail.js';
import { type AddressOf, deliveriesIn, shortly, startDeliveredService } from './deliveredService.js';
import { SAMPLE_DATA, type SampleService } from './sampleService.js';

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
): Promise<Bench> {
  const server = await startMailServer(behaviour);
  opened.push(server.close);
  const service = await startDeliveredService(server.port, deliveries, addressOf, more);
  opened.push(service.stop);
  return { server, service };
}

const EXPORT = ['export', '2026-10', '--json'];
const MANAGERS =
  'managers: { to: mail, templates: [employee-days], recipients: { column: managerEmail }, attach: true, when: both }';
const OFFICE = 'office: { to: mail, recipients: [clerk@example.com], cc: chief@example.com, when: both }';
const ARCHIVE = 'archive: { to: folder, path: archive, templates: [employee-days], when: both }';

const rowsOf = (csv: string) => csv.trimEnd().split('\n').slice(1);

describe('export --deliver', () => {
  test('everybody gets what is theirs, and the folder the whole', async () => {
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

  test('a notice holds no data of people', async () => {
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

  test('--mail sends the mails alone', async () => {
    const { service } = await bench(`{ ${OFFICE}, ${ARCHIVE} }`);
    expect(shortly(await service.run([...EXPORT, '--mail']))).toEqual([
      'office clerk@example.com sent',
      'office chief@example.com sent',
    ]);
    expect(readdirSync(join(service.cwd, 'archive'))).toEqual([]);
  });

  test('a draft is not delivered where nothing says so', async () => {
    const { server, service } = await bench('{ office: { to: mail, recipients: clerk@example.com } }');
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run).toMatchObject({ status: 0 });
    expect(deliveriesIn(run)).toEqual([]);
    expect(server.mails).toEqual([]);
  });

  test('a dry run names who would get what, and sends nothing', async () => {
    const { server, service } = await bench(`{ ${MANAGERS}, ${ARCHIVE} }`);
    const run = await service.run(['export', '2026-10', '--deliver', '--dry-run']);
    expect(run.stdout).toMatch(
      /would send +managers to anna@example.com\n +managers to ben@example.com\n +archive to /,
    );
    expect(server.mails).toEqual([]);
    expect(existsSync(join(service.cwd, 'out'))).toBe(false);
  });

  test('one refused recipient leaves the others alone: status 7, and the owner knows', async () => {
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

  test('nobody without an address: status 5 before anything is written or sent', async () => {
    const { server, service } = await bench(`{ ${ARCHIVE}, ${MANAGERS} }`, 'takes', (index) =>
      index === 3 ? 'anna.example.com' : index === 4 ? '' : 'anna@example.com; ben@example.com',
    );
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(5);
    const { error } = JSON.parse(run.stdout);
    expect(error.code).toBe('RECIPIENT_INVALID');
    expect(error.message).toMatch(/anna\.example\.com/);
    expect(error.message).toMatch(/has no address/);
    expect(server.mails).toEqual([]);
    expect(existsSync(join(service.cwd, 'out'))).toBe(false);
    expect(readdirSync(join(service.cwd, 'archive'))).toEqual([]);
  });

  test('several addresses in a cell get the same people', async () => {
    const { server, service } = await bench(
      `{ ${MANAGERS} }`,
      'takes',
      () => 'anna@example.com; ben@example.com;Anna@Example.com',
    );
    expect(shortly(await service.run([...EXPORT, '--deliver']))).toHaveLength(2);
    const [anna, ben] = server.mails.map(({ content }) => parseMail(content).attachments[0]?.base64);
    expect(anna).toBe(ben);
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

  test.each(['nl', 'fr', 'de', 'en'])('mails speak %s', async (language) => {
    const { server, service } = await bench(`{ ${OFFICE} }`, 'takes', undefined, `language: ${language}`);
    await service.run([...EXPORT, '--deliver']);
    const { subject, text, html } = parseMail(server.mails[0]?.content ?? Buffer.of());
    expect({ subject, text: text.replace(service.cwd, 'FOLDER') }).toMatchSnapshot();
    expect(html).toContain(`<html lang="${language}">`);
  });
});
