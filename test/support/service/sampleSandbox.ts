import { fileURLToPath } from 'node:url';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { Secret } from '../../../src/runtime/secrets/secret.js';
import { readDataFolder } from '../../../src/sandbox/dataFolder.js';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/startSandbox.js';
import type { TestTarget } from './readSandbox.js';

export const WEEK = { from: toLocalDate('2026-10-19'), to: toLocalDate('2026-10-25') };

/** The sample employer, without limits and scripted edits, and how to read it. */
export async function startSampleSandbox(
  options: Partial<SandboxOptions> = {},
): Promise<{ readonly sandbox: Sandbox; readonly target: TestTarget }> {
  const data = await readDataFolder(fileURLToPath(new URL('../../../samples/data', import.meta.url)));
  const employers = data.employers.map((employer) => ({ ...employer, edits: [] }));
  const sandbox = await startSandbox({ ...data, employers, limits: { enabled: false }, ...options });
  const [employer] = employers;
  const [integration] = employer?.integrations ?? [];
  if (employer === undefined || integration === undefined) throw new Error('the sample has an employer');
  const { employerId } = employer;
  const credentials = {
    clientId: integration.clientId,
    clientSecret: new Secret(integration.clientSecret),
    sendAs: 'basic' as const,
  };
  return { sandbox, target: { baseUrl: sandbox.baseUrl, employerId, credentials } };
}
