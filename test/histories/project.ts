import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiApp } from '../../src/sandbox/apiApp.js';
import type { EmployerData } from '../../src/sandbox/sandboxData.js';
import { SCOPES } from '../../src/sandbox/scopes.js';
import { Service } from '../../src/sandbox/service.js';
import type { Http } from '../../src/sources/transport/effects.js';
import { runPaytally } from '../support/programs/runPaytally.js';
import { asProcess, type Death } from './killableProcess.js';

export const EMPLOYER_ID = '00000000-0000-4000-8000-00000000000e';
const SECRET = 'a secret of the simulator';

export interface Answer {
  readonly status: number;
  readonly stderr: string;
  /** The output of `--json`. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it as any other program would
  readonly json: any;
}

/** A folder with a configuration, and the service that it names: in memory, on a clock that the caller sets. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'paytally-history-'));
  nowMs: number;
  #http: Http | undefined;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  /** The service's records from now on. */
  serve(records: EmployerData['records']): void {
    const integrations = [{ clientId: 'simulator', clientSecret: SECRET, scopes: SCOPES }];
    const service = new Service({
      employers: [{ employerId: EMPLOYER_ID, name: 'Bakery', integrations, records }],
      limits: { enabled: false },
      now: () => this.nowMs,
    });
    this.#http = inMemory(service);
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.folder, name), content);
  }

  /** Runs a command line with `--json`, as a process that may be killed. @returns undefined if it was */
  async run(
    argv: readonly string[],
    death?: Death,
  ): Promise<(Answer & { readonly effects: number }) | undefined> {
    const http = this.#http;
    if (http === undefined) throw new Error('nothing is served yet');
    const clock = { nowMs: () => this.nowMs, sleep: async () => undefined };
    const ended = await asProcess(
      () =>
        runPaytally([...argv, '--json'], {
          cwd: this.folder,
          env: { SECRET },
          context: { clock, random: () => 0.5, openHttp: () => http },
        }),
      death,
    );
    if (ended.isKilled) return undefined;
    const { status, stdout, stderr } = ended.result;
    if (status === 1) throw new Error(`a bug in ${argv.join(' ')}\n${stderr}`);
    return { status, stderr, json: JSON.parse(stdout), effects: ended.effects };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function inMemory(service: Service): Http {
  const app = apiApp(service, async () => undefined);
  const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
  return {
    request: async ({ url, method, headers, body }) => {
      const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
      const response = await app.fetch(request, env);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: async () => new Uint8Array(await response.arrayBuffer()),
      };
    },
    close: async () => undefined,
  };
}
