import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDeliveredService } from '../employers/deliveredService.js';
import type { SampleService } from '../employers/sampleService.js';
import type { ProgramRun } from '../programs/runPaytally.js';
import { CLIENT_ID, CLIENT_SECRET, type DatevDouble, startDatevDouble } from './datevDouble.js';

/** A sample employer that delivers its days to a simulated DATEV server. */
export interface DatevBench {
  readonly double: DatevDouble;
  readonly service: SampleService;
  /** Runs a command line with the application's secret. */
  readonly run: (...argv: string[]) => Promise<ProgramRun>;
  readonly stop: () => Promise<void>;
}

export const CLIENT = '1234567-12345';

export async function startDatevBench(more = ''): Promise<DatevBench> {
  const double = await startDatevDouble();
  const { url } = double;
  const service = await startDeliveredService(
    1,
    `{ payroll: { to: datev, client: ${CLIENT}, system: lodas, clientId: ${CLIENT_ID}, clientSecret: { env: APP_SECRET }, address: "${url}", authorizeUrl: "${url}/authorize", tokenUrl: "${url}/token", redirectPort: 0, when: both${more} } }`,
  );
  const env = { ...service.env, APP_SECRET: CLIENT_SECRET };
  return {
    double,
    service: { ...service, env },
    run: (...argv) => service.run(argv, { env }),
    stop: async () => {
      await service.stop();
      await double.close();
    },
  };
}

/** Stores the tokens that the simulated server accepts now, as `connect` does. */
export function leaveTokens({ double, service }: DatevBench, secondsLeft = 900): string {
  const { access, refresh } = double.tokens();
  const path = join(service.cwd, 'secrets', 'payroll.tokens.json');
  mkdirSync(join(service.cwd, 'secrets'), { recursive: true });
  const tokens = {
    accessToken: access,
    refreshToken: refresh,
    expiresAt: new Date(Date.now() + secondsLeft * 1000).toISOString(),
    clientId: CLIENT_ID,
    tokenUrl: `${double.url}/token`,
  };
  writeFileSync(path, JSON.stringify(tokens), { mode: 0o600 });
  return path;
}

export interface ReceivedJson {
  readonly name: string;
  readonly recipient: string;
  readonly state: string;
  readonly problem?: string;
  readonly receipt?: {
    readonly id: string;
    readonly time: string;
    readonly state: string;
    readonly reason?: string;
  };
}

export function deliveryIn({ stdout }: ProgramRun): ReceivedJson {
  return JSON.parse(stdout).runs[0].deliveries[0];
}

export function runIdIn({ stdout }: ProgramRun): string {
  return JSON.parse(stdout).runs[0].runId;
}
