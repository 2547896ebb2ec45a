// @module-tag slow
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import { type Random, randomFor } from '../../samples/generator/random.js';
import {
  type DeliveryJson,
  deliveriesIn,
  startDeliveredService,
} from '../support/employers/deliveredService.js';
import type { SampleService } from '../support/employers/sampleService.js';
import { DIST } from '../support/programs/builtProgram.js';
import { isBuilt } from '../support/programs/childExport.js';
import { type MailServer, type Misbehaviour, startMailServer } from '../support/servers/mailServer.js';
import { hasSshServer, type SshServer, startSshServer } from '../support/servers/sshServer.js';
import { receive } from './child/receiver.mjs';

const CHILD = join(import.meta.dirname, 'child', 'killedDelivery.mjs');
const IS_LONG = process.env.PAYTALLY_LONG === '1';
/** In the long test, every step of every state and receiver, and as many moments between steps. */
const SAMPLE = Number(process.env.PAYTALLY_KILLS ?? 6);

const STATES = ['fresh', 'failed', 'sent', 'unknown'] as const;
const RECEIVERS = ['keeps', 'empties', 'greedy'] as const;
const AGAIN = ['office', 'archive', 'server'].flatMap((name) => ['--again', name]);
const RECIPIENT = 'clerk@example.com';

interface Kill {
  readonly state: (typeof STATES)[number];
  readonly receiver: (typeof RECEIVERS)[number];
  readonly step: number;
  /** Waits after the step, during other work. */
  readonly delayMs: number;
  /** The step at which the next start is killed too. */
  readonly second: number | undefined;
}

let server: MailServer;
let ssh: SshServer;
let service: SampleService;
let runId = '';
let content: Buffer = Buffer.of();
let mood: Misbehaviour = 'takes';
const folders: Partial<Record<Kill['state'], string>> = {};
const steps: Partial<Record<Kill['state'], number>> = {};
const isAble = isBuilt && hasSshServer();

beforeAll(async () => {
  if (!isAble) return;
  server = await startMailServer(() => mood);
  ssh = await startSshServer();
  const { port, user, key, knownHosts, path } = ssh.target;
  service = await startDeliveredService(
    server.port,
    `{
      office: { to: mail, recipients: [${RECIPIENT}], attach: true, when: both },
      archive: { to: folder, path: archive, manifest: true, when: both },
      server: { to: sftp, host: 127.0.0.1, port: ${port}, user: ${user}, key: ${key}, knownHosts: ${knownHosts}, path: ${path}, manifest: true, when: both } }`,
  );
  const { stdout } = await service.run(['export', '2026-10', '--json']);
  const [run] = JSON.parse(stdout).runs;
  runId = run.runId;
  content = readFileSync(run.files[0].path);
  await makeStates();
}, 120_000);
afterAll(async () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
  if (!isAble) return;
  await service.stop();
  await ssh.stop();
  await server.close();
});

/** A project folder for each state that deliveries can have when they are sent. */
async function makeStates(): Promise<void> {
  folders.fresh = copyOf(service.cwd);
  folders.failed = copyOf(service.cwd);
  renameSync(ssh.target.path, `${ssh.target.path}-away`);
  rmSync(join(folders.failed, 'archive'), { recursive: true });
  mood = 'greylists';
  expect(states(await sent(folders.failed))).toEqual(['failed', 'failed', 'failed']);
  mood = 'takes';
  mkdirSync(join(folders.failed, 'archive'));
  renameSync(`${ssh.target.path}-away`, ssh.target.path);
  folders.sent = copyOf(service.cwd);
  expect(states(await sent(folders.sent))).toEqual(['sent', 'sent', 'sent']);
  folders.unknown = copyOf(folders.sent);
  const store = new DatabaseSync(join(folders.unknown, '.paytally', 'store.sqlite'));
  store.exec(`UPDATE delivery SET state = 'unknown'`);
  store.close();
  for (const state of STATES) {
    const kill = { state, receiver: 'keeps', step: 0, delayMs: 0, second: undefined } as const;
    const { said } = await killed(copyOf(folders[state] ?? ''), kill, freshFetched());
    steps[state] = Number(/steps: (\d+)/.exec(said)?.[1]);
    expect(steps[state]).toBeGreaterThan(20);
  }
}

const made: string[] = [];
function fresh(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-killed-delivery-'));
  made.push(folder);
  return folder;
}

function copyOf(folder: string): string {
  const copy = fresh();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

async function sent(cwd: string): Promise<readonly DeliveryJson[]> {
  return deliveriesIn(await service.run(['send', runId, '--json'], { cwd }));
}

const states = (deliveries: readonly DeliveryJson[]): string[] => deliveries.map(({ state }) => state);

/** Where a receiver stores incoming messages, by inbox. */
function freshFetched(): string {
  const folder = fresh();
  for (const inbox of ['archive', 'in']) mkdirSync(join(folder, inbox));
  return folder;
}

/** A separate process that sends, and ends at a step. */
function killed(
  cwd: string,
  { state, receiver, step, delayMs }: Kill,
  fetched: string,
): Promise<{ readonly said: string }> {
  const command = ['send', runId, ...(state === 'sent' || state === 'unknown' ? AGAIN : [])];
  const inboxes = [join(cwd, 'archive'), ssh.target.path].join(';');
  const args = [CHILD, DIST, String(step), String(delayMs), receiver, inboxes, fetched, ...command];
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...service.env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      said += data.toString();
    });
  return new Promise((resolve) => child.on('close', () => resolve({ said })));
}

const temporaryIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.part'));

function emptied(folder: string): string {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  return folder;
}

/** Kills, starts again, and counts how often each receiver got the message. */
async function outcomeOf(kill: Kill): Promise<{
  readonly deliveries: readonly DeliveryJson[];
  readonly left: readonly string[];
  readonly arrived: Readonly<Record<string, number>>;
}> {
  const cwd = copyOf(folders[kill.state] ?? '');
  const inboxes = [emptied(join(cwd, 'archive')), emptied(ssh.target.path)];
  const fetched = freshFetched();
  server.mails.splice(0);
  const look = () => receive(kill.receiver, inboxes, fetched);
  const looking = setInterval(look, 2);
  try {
    await killed(cwd, kill, fetched);
    if (kill.second !== undefined)
      await killed(cwd, { ...kill, state: 'fresh', step: kill.second, delayMs: 0 }, fetched);
    await service.run(['history', '--json'], { cwd });
    const own = [join(cwd, 'archive'), join(cwd, '.paytally')];
    const leftByStart = own.flatMap(temporaryIn);
    const deliveries = await sent(cwd);
    look();
    const came = (inbox: string) =>
      readdirSync(join(fetched, inbox)).filter((name) =>
        readFileSync(join(fetched, inbox, name)).equals(content),
      ).length;
    // Others go to the owner.
    const mails = server.mails.filter(({ recipients }) => recipients.includes(RECIPIENT));
    return {
      deliveries,
      left: [...leftByStart, ...[...own, ssh.target.path].flatMap(temporaryIn)],
      arrived: { office: mails.length, archive: came('archive'), server: came('in') },
    };
  } finally {
    clearInterval(looking);
  }
}

/** Every step of every state and receiver, each once at the step and once a moment later. */
function allKills(random: Random): Kill[] {
  return STATES.flatMap((state) =>
    RECEIVERS.flatMap((receiver) =>
      Array.from({ length: 2 * (steps[state] ?? 0) }, (_, index) => ({
        state,
        receiver,
        step: 1 + Math.floor(index / 2),
        delayMs: index % 2 === 0 ? 0 : random.between(1, 25),
        second: random.chance(0.25) ? random.between(1, 30) : undefined,
      })),
    ),
  );
}

function sample(kills: Kill[], random: Random): Kill[] {
  const number = IS_LONG && process.env.PAYTALLY_KILLS === undefined ? kills.length : SAMPLE;
  const ranked = kills.map((kill) => ({ kill, rank: random.next() })).sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, number).map(({ kill }) => kill);
}

describe.skipIf(!isAble)('deliveries of a process that is killed (skipped without dist or sshd)', () => {
  test('each message arrives once, or is unknown; never twice', { timeout: 7_200_000 }, async () => {
    const random = randomFor('killed deliveries');
    const counts: Record<string, number> = { sent: 0, unknown: 0 };
    const kills = sample(allKills(random), random);
    for (const kill of kills) {
      const { deliveries, left, arrived } = await outcomeOf(kill);
      const found = deliveries.map(({ name, state }) => ({ name, state, came: arrived[name] ?? 0 }));
      const isWrong = ({ state, came }: { readonly state: string; readonly came: number }) => {
        if (state === 'unknown') return came > 1;
        // It removed the file before it had its name: nothing arrived, and the delivery says so.
        if (kill.receiver === 'greedy' && state === 'failed') return came > 0;
        // Earlier deliveries may not have been started again.
        return state !== 'sent' || came > 1 || (came === 0 && kill.state !== 'sent');
      };
      expect({ kill, wrong: found.filter(isWrong), left }).toEqual({ kill, wrong: [], left: [] });
      // A kill interrupts one delivery; a greedy receiver also removes the evidence for the rest.
      const unknown = found.filter(({ state }) => state === 'unknown').length;
      const most = kill.second === undefined ? 1 : 2;
      if (kill.receiver !== 'greedy' && kill.state !== 'unknown')
        expect({ kill, unknown: Math.max(unknown, most) }).toEqual({ kill, unknown: most });
      for (const { state } of deliveries) counts[state] = (counts[state] ?? 0) + 1;
    }
    expect(counts.sent).toBeGreaterThan(0);
    // Otherwise no kill came in the middle of a delivery, and the test would prove nothing.
    if (kills.length > SAMPLE) expect(counts.unknown).toBeGreaterThan(0);
    console.log(`${kills.length} kills: ${counts.sent} sent once, ${counts.unknown} unknown, 0 twice`);
  });
});
