import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { LIST_NAMES } from '../../src/domain/records/records.js';
import { SCOPES, type Scope } from '../../src/sandbox/scopes.js';
import type { SandboxOptions } from '../../src/sandbox/startSandbox.js';
import type { Http, HttpRequest } from '../../src/sources/transport/effects.js';
import { createUndiciHttp, type UndiciHttpOptions } from '../../src/sources/transport/undiciHttp.js';
import { openStore, STORE_NAME } from '../../src/store/openStore.js';
import { recordsOfRun } from '../support/employers/sampleRun.js';
import {
  SAMPLE_EMPLOYER,
  type SampleService,
  startSampleService,
} from '../support/employers/sampleService.js';
import type { ProgramRun, RunOptions } from '../support/programs/runPaytally.js';
import { expectNoSecrets } from '../support/programs/secrets.js';
import { InstantClock } from '../support/service/instantClock.js';
import { seeded } from '../support/service/seeded.js';

/** Sockets are real, so their time-outs are too; a page here is far below a megabyte. */
const WIRE = {
  connectTimeoutMs: 1_000,
  headersTimeoutMs: 300,
  bodyTimeoutMs: 300,
  totalTimeoutMs: 5_000,
  maxBodyBytes: 1_000_000,
};

export const EXPORT = ['export', '2026-10', '--template', 'employee-days', '--verbose', '--json'];

/** The sample service, and a client whose waits take no time. */
export interface FaultBench {
  readonly service: SampleService;
  /** What a run treats as another integration of the sample employer. */
  readonly newClient: (scopes?: readonly Scope[]) => Client;
  /**
   * Runs a command line; checks afterwards that there is no incomplete file, a valid store, and no visible secret. The
   * store is a new one for each run.
   */
  readonly run: (argv?: readonly string[], options?: Partial<RunOptions>) => Promise<ProgramRun>;
  readonly stop: () => Promise<void>;
}

export interface Client {
  readonly clientId: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export async function startFaultBench(
  options: Partial<SandboxOptions> = {},
  wire: Partial<UndiciHttpOptions> = {},
): Promise<FaultBench> {
  const service = await startSampleService({ limits: { enabled: false }, ...options });
  const secrets = new Set([service.env.PAYTALLY_SANDBOX_SECRET ?? '']);
  return {
    service,
    newClient: (scopes = SCOPES) => {
      const { clientId, clientSecret } = service.sandbox.portal.createIntegration(SAMPLE_EMPLOYER, scopes);
      secrets.add(clientSecret);
      const config = readFileSync(join(service.cwd, 'paytally.yaml'), 'utf8');
      const name = `${clientId}.yaml`;
      writeFileSync(
        join(service.cwd, name),
        config.replace('clientId: bakery-payroll', `clientId: ${clientId}`),
      );
      return {
        clientId,
        argv: ['--config', name],
        env: { ...service.env, PAYTALLY_SANDBOX_SECRET: clientSecret },
      };
    },
    run: async (argv = EXPORT, more = {}) => {
      for (const name of ['.paytally', '.paytally.witness'])
        rmSync(join(service.cwd, name), { recursive: true, force: true });
      const context = {
        clock: new InstantClock(),
        random: seeded(3),
        openHttp: (own: UndiciHttpOptions) =>
          listening(createUndiciHttp({ ...own, ...WIRE, ...wire }), secrets),
        ...more.context,
      };
      const result = await service.run(argv, { ...more, context });
      expect(result.stderr).not.toContain('BUG:');
      expectWholeFiles(service.cwd);
      expectSoundStore(service.cwd);
      expectNoSecrets(secrets, service.cwd, result);
      return result;
    },
    stop: () => service.stop(),
  };
}

/** Records each credential that is sent. */
function listening(http: Http, secrets: Set<string>): Http {
  return {
    close: () => http.close(),
    request: (request: HttpRequest) => {
      const [, kind, value = ''] = /^(\w+) (.+)$/.exec(request.headers.authorization ?? '') ?? [];
      if (kind !== undefined) secrets.add(value);
      return http.request(request);
    },
  };
}

function expectWholeFiles(cwd: string): void {
  const names = readdirSync(cwd, { recursive: true }).map(String);
  expect(names.filter((name) => /\.part|\.old$|\.tmp/.test(name))).toEqual([]);
}

export function expectSoundStore(cwd: string): void {
  const path = join(cwd, '.paytally', STORE_NAME);
  if (!existsSync(path)) return;
  const store = openStore(path, { mode: 'read', now: () => new Date(0) });
  expect(store.damage()).toEqual([]);
  for (const { runId } of store.runs()) {
    for (const list of LIST_NAMES) {
      for (const { json } of recordsOfRun(store, runId, list)) JSON.parse(json);
    }
  }
  store.close();
}

/** Names and digests of the files in a folder; empty if there is none. */
export function digestsIn(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}

/** The error code in a `--json` answer; undefined if the run succeeded. */
export function codeOf({ stdout }: ProgramRun): string | undefined {
  return JSON.parse(stdout).error?.code;
}
