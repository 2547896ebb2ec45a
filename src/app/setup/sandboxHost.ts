import type { LoadedConfig } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { readChanges, readDataFolder } from '../../sandbox/dataFolder.js';
import type { SandboxData } from '../../sandbox/sandboxData.js';
import type { Sandbox } from '../../sandbox/startSandbox.js';
import { changesFile } from '../export/practiceHost.js';
import { SANDBOX_KEY, SANDBOX_PORT, SANDBOX_TEMPLATES } from './init/sandboxAnswers.js';

/** A configuration, and its folder. */
type Configured = Pick<LoadedConfig, 'config' | 'folder'>;

/** The sample service for trying the window. It runs until the window's program ends. */
export class SandboxHost {
  readonly #dataFolder: string;
  #sandbox: Sandbox | undefined;
  #read: Promise<SandboxData> | undefined;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  /** Whether a configuration uses the sandbox, and whether the sandbox answers. */
  async stateAt({ baseUrl, employers }: LoadedConfig['config']): Promise<'none' | 'running' | 'stopped'> {
    if (baseUrl === undefined || !isLoopback(baseUrl)) return 'none';
    const known = (await this.#data()).employers.map(({ employerId }) => employerId);
    if (!Object.values(employers).some(({ employerId }) => known.includes(employerId))) return 'none';
    const isAnswering = await fetch(baseUrl, { signal: AbortSignal.timeout(1000) }).then(
      () => true,
      () => false,
    );
    return isAnswering ? 'running' : 'stopped';
  }

  /**
   * Starts the sandbox once, and returns the answers for a connection without its secret.
   * @param configured its address is used; without a configuration, the usual port or a free one
   */
  async start(configured: Configured | undefined) {
    const data = await this.#data();
    this.#sandbox ??= await this.#started(data, configured);
    const [employer] = data.employers;
    const [integration] = employer?.integrations ?? [];
    if (employer === undefined || integration === undefined) throw new Error('the sandbox has no employer');
    const { employerId, name } = employer;
    return {
      baseUrl: this.#sandbox.baseUrl,
      employerId,
      name,
      clientId: integration.clientId,
      key: SANDBOX_KEY,
      country: 'BE',
      templates: SANDBOX_TEMPLATES,
    };
  }

  /** With the changes that the user wrote down next to the configuration. */
  async #started(data: SandboxData, configured: Configured | undefined): Promise<Sandbox> {
    // Loaded only when needed: its libraries would use memory in every run.
    const { startSandbox } = await import('../../sandbox/startSandbox.js');
    const wantedUrl = configured?.config.baseUrl;
    if (configured === undefined || wantedUrl === undefined)
      return startSandbox({ ...data, port: SANDBOX_PORT }).catch(() => startSandbox(data));
    if (!isLoopback(wantedUrl)) throw notTheSandbox(wantedUrl);
    const [employer] = data.employers;
    const changes = employer === undefined ? [] : await readChanges(changesFile(configured), employer);
    const sandbox = await startSandbox({ ...data, port: Number(new URL(wantedUrl).port || 80) });
    for (const change of changes) sandbox.edit(employer?.employerId ?? '', change);
    return sandbox;
  }

  /** Starts the sandbox again for a configuration that was made with it. Does nothing if its port is taken. */
  async resume(configured: Configured): Promise<void> {
    if ((await this.stateAt(configured.config)) === 'stopped')
      await this.start(configured).catch(() => undefined);
  }

  /** Whether this program serves the sandbox, and can change its records. */
  get isHere(): boolean {
    return this.#sandbox !== undefined;
  }

  /**
   * Makes a change as a manager would after the month is final: ends the first long entry of the days half an hour
   * later.
   * @throws PaytallyError USAGE if there is no such entry, or another program serves the sandbox
   */
  changeEntry(employerId: string, from: string, to: string): void {
    const entries = this.#sandbox?.employers.get(employerId)?.lists['time-entries'].read({ from, to }, null);
    for (const { id, status, employeeId, endsAt, workedMinutes = 0 } of entries ?? []) {
      const isLong = status === 'Completed' && workedMinutes > 120;
      if (!isLong || !employeeId || !endsAt || endsAt.slice(11, 13) > '22') continue;
      const later = { id, endsAt: halfAnHourLater(endsAt), workedMinutes: workedMinutes + 30 };
      this.#sandbox?.edit(employerId, { list: 'time-entries', patch: later });
      return;
    }
    throw notTheSandbox(employerId);
  }

  /** The secret of a client of the sandbox. @throws PaytallyError USAGE for another client */
  async secretOf(clientId: string): Promise<string> {
    const integrations = (await this.#data()).employers.flatMap((employer) => employer.integrations);
    const secret = integrations.find((each) => each?.clientId === clientId)?.clientSecret;
    if (secret === undefined) throw notTheSandbox(clientId);
    return secret;
  }

  async close(): Promise<void> {
    await this.#sandbox?.stop();
    this.#sandbox = undefined;
  }

  #data(): Promise<SandboxData> {
    this.#read ??= readDataFolder(this.#dataFolder);
    return this.#read;
  }
}

/** @param stamp a local time with its offset, before 23:00 */
function halfAnHourLater(stamp: string): string {
  const wallMs = Date.parse(`${stamp.slice(0, -6)}Z`) + 30 * 60_000;
  return `${new Date(wallMs).toISOString().slice(0, 19)}${stamp.slice(-6)}`;
}

function isLoopback(baseUrl: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\/?$/.test(baseUrl);
}

function notTheSandbox(record: string): PaytallyError {
  return new PaytallyError('USAGE', message('connect.notTheSandbox', { record }), { record });
}
