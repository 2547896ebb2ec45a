import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PaytallyError } from '../../src/errors.js';
import { verbatim } from '../../src/i18n/message.js';
import type { EmployerRecords, RecordEdit } from '../../src/sandbox/sandboxData.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';
import { createUndiciHttp } from '../../src/sources/transport/undiciHttp.js';
import { IS_GATE } from '../gate.js';
import { ACCEPT, AFTER } from '../support/employers/sampleService.js';
import { runPaytally } from '../support/programs/runPaytally.js';
import { findZonePython } from '../support/programs/zonePython.js';

const python = findZonePython('2026f');
const IS_LONG = process.env.PAYTALLY_LONG === '1';
const SEED = Number(process.env.ORACLE_SEED ?? 1);
/** Histories of one service: each has its own establishment, employees and entries. */
const OF_SERVICE = IS_GATE ? 20 : 250;
const SERVICES = Number(process.env.ORACLE_CASES ?? (IS_LONG ? 40 : IS_GATE ? 1 : 2));
const PASSES = IS_GATE ? 2 : 5;
const EMPLOYER = 'a0c6f2de-3d0f-4a55-9a3c-6d3f0e5b8d11';

type Minutes = Readonly<Record<string, number>>;

interface Round {
  readonly before: readonly RecordEdit[];
  /** Edits that happen after a page of time entries was answered. */
  readonly drift: readonly (readonly [page: number, edit: RecordEdit])[];
  /** After this many requests the program ends. */
  readonly kill: number | null;
  readonly start: Minutes;
  readonly end: Minutes;
  /** Days with entries that the final did not have: changes during a pass may hide them from it. */
  readonly grown: readonly string[];
}

interface Histories {
  readonly records: EmployerRecords;
  readonly recorded: Minutes;
  readonly passes: readonly Round[];
}

interface Change {
  readonly employeeId: string;
  readonly date: string;
  readonly establishment: string;
  readonly payCode: string;
  readonly beforeMinutes: number;
  readonly afterMinutes: number;
}

/** `key before after` of each change. */
function keysOf(changes: readonly Change[], placeId: (label: string) => string): string[] {
  return changes
    .map(({ employeeId, date, establishment, beforeMinutes, afterMinutes }) =>
      [employeeId, date, placeId(establishment), beforeMinutes, afterMinutes].join(' '),
    )
    .sort();
}

function changesOf(recorded: Minutes, now: Minutes): Map<string, string> {
  const keys = new Set([...Object.keys(recorded), ...Object.keys(now)]);
  const moved = [...keys].filter((key) => (recorded[key] ?? 0) !== (now[key] ?? 0));
  return new Map(moved.map((key) => [key, `${key} ${recorded[key] ?? 0} ${now[key] ?? 0}`]));
}

describe.skipIf(python === undefined)('the monitor on random histories, compared with an oracle', () => {
  const seeds = Array.from({ length: SERVICES }, (_, index) => SEED + index);
  test.each(seeds)(`${OF_SERVICE} histories of seed %i`, { timeout: 900_000 }, async (seed) => {
    const made = python?.('monitor_oracle.py', [String(seed), String(OF_SERVICE), String(PASSES)]);
    await play(made as Histories, seed);
  });
});

async function play({ records, recorded, passes }: Histories, seed: number): Promise<void> {
  const scopes = [
    'establishments:read',
    'employees:read',
    'agency-workers:read',
    'planning:read',
    'time-entries:read',
  ] as const;
  const integrations = [{ clientId: 'client', clientSecret: 'oracle-secret', scopes }];
  const sandbox = await startSandbox({
    employers: [{ employerId: EMPLOYER, name: 'Oracle', integrations, records }],
    paging: { mode: seed % 2 === 0 ? 'offset' : 'keyset' },
    limits: { enabled: false },
  });
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-oracle-monitor-'));
  try {
    writeFileSync(
      join(cwd, 'paytally.yaml'),
      `baseUrl: ${sandbox.baseUrl}
templates: [pay-lines]
employers:
  oracle: { employerId: ${EMPLOYER}, clientId: client, clientSecret: { env: SECRET }, zone: Europe/Brussels }
`,
    );
    const bench = openBench(sandbox, cwd);
    await bench.run(['export', '2026-10', '--final', ...ACCEPT, '--accept', 'NO_ENTRIES=known'], 0);
    let earlier: readonly string[] = [];
    for (const [index, round] of passes.entries()) {
      const where = { seed, pass: index };
      for (const edit of round.before) sandbox.edit(EMPLOYER, edit);
      if (round.kill !== null) {
        bench.plan({ endAfter: round.kill, drift: [] });
        await bench.run(['monitor', '--once'], 130);
        expect({ where, standing: await bench.standing() }).toEqual({ where, standing: earlier });
      }
      bench.plan({ endAfter: null, drift: round.drift });
      const [reported] = (await bench.run(['monitor', '--once'], 0)).employers;
      const standing = await bench.standing();
      expectTruth(standing, recorded, round, where);
      // New changes are reported, but not those already reported that are still the same.
      const fresh = standing.filter((line) => !earlier.includes(line));
      expect({ where, told: bench.linesOf(reported.changes) }).toEqual({ where, told: fresh });
      earlier = standing;
    }
  } finally {
    await sandbox.stop();
    rmSync(cwd, { recursive: true });
  }
}

function expectTruth(standing: readonly string[], recorded: Minutes, round: Round, where: object): void {
  const [start, end] = [changesOf(recorded, round.start), changesOf(recorded, round.end)];
  if (round.drift.length === 0) {
    expect({ where, standing }).toEqual({ where, standing: [...start.values()].sort() });
    return;
  }
  const found = new Set(standing);
  const grown = new Set(round.grown);
  const lost = [...start].filter(
    ([key, line]) => end.get(key) === line && !grown.has(key) && !found.has(line),
  );
  const untouched = (key: string) => (round.start[key] ?? 0) === (round.end[key] ?? 0) && !grown.has(key);
  const wrong = standing.filter((line) => {
    const key = line.split(' ').slice(0, 3).join(' ');
    return untouched(key) && start.get(key) !== line;
  });
  expect({ where, lost, wrong }).toEqual({ where, lost: [], wrong: [] });
}

interface PassPlan {
  readonly endAfter: number | null;
  readonly drift: Round['drift'];
}

/** Runs commands; a pass can end after some requests, and edits can happen between its pages. */
function openBench(sandbox: Sandbox, cwd: string) {
  let machineMs = AFTER;
  let plan: PassPlan = { endAfter: null, drift: [] };
  const placeId = (label: string) => {
    for (const place of sandbox.employers.get(EMPLOYER)?.lists.establishments.read(null, null) ?? [])
      if (place.name === label) return place.id;
    return label;
  };
  const run = async (argv: readonly string[], status: number) => {
    const { endAfter, drift } = plan;
    machineMs += 70_000;
    const stop = new AbortController();
    const left = [...drift];
    let requests = 0;
    let pages = 0;
    const openHttp: typeof createUndiciHttp = (options) => {
      const http = createUndiciHttp(options);
      return {
        ...http,
        request: async (request) => {
          requests += 1;
          if (requests === endAfter) stop.abort(new PaytallyError('INTERRUPTED', verbatim('Interrupted.')));
          const response = await http.request(request);
          if (String(request.url).includes('/time-entries')) {
            pages += 1;
            while (left[0] !== undefined && left[0][0] <= pages)
              sandbox.edit(EMPLOYER, left.shift()?.[1] as RecordEdit);
          }
          return response;
        },
      };
    };
    const result = await runPaytally([...argv, '--json'], {
      cwd,
      env: { SECRET: 'oracle-secret' },
      signal: stop.signal,
      // A minute passes between two runs, for the limits that they share.
      context: {
        openHttp,
        clock: { nowMs: () => AFTER, machineMs: () => machineMs, sleep: async () => undefined },
      },
    });
    plan = { endAfter: null, drift: [] };
    if (result.status !== status) throw new Error(`${argv.join(' ')}: ${result.status} ${result.stderr}`);
    return status === 0 ? JSON.parse(result.stdout) : undefined;
  };
  const linesOf = (changes: readonly Change[] = []) => keysOf(changes, placeId);
  return {
    run,
    linesOf,
    plan: (next: PassPlan) => {
      plan = next;
    },
    standing: async () => {
      const { employers } = await run(['status', '--period', '2026-10'], 0);
      return linesOf(employers[0].changes);
    },
  };
}
