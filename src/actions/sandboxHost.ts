import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import { readDataFolder } from '../sandbox/dataFolder.js';
import type { SandboxData } from '../sandbox/sandboxData.js';
import type { Sandbox } from '../sandbox/startSandbox.js';
import { SANDBOX_PORT } from './init/sandboxAnswers.js';

/** The sample service with which a window can be tried. It runs as long as the window's program. */
export class SandboxHost {
  readonly #dataFolder: string;
  #sandbox: Sandbox | undefined;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  /** Whether a configuration uses the sandbox, and whether something answers there. */
  async stateAt(
    baseUrl: string,
    employers: readonly { readonly employerId: string }[],
  ): Promise<'none' | 'running' | 'stopped'> {
    const known = (await this.#data()).employers.map(({ employerId }) => employerId);
    const isSandbox = isLoopback(baseUrl) && employers.some(({ employerId }) => known.includes(employerId));
    if (!isSandbox) return 'none';
    const isAnswering = await fetch(baseUrl, { signal: AbortSignal.timeout(1000) }).then(
      () => true,
      () => false,
    );
    return isAnswering ? 'running' : 'stopped';
  }

  /**
   * Starts the sandbox once, and says what connects to it.
   * @param wantedUrl of the configuration; without one, the usual port or a free one
   */
  async start(wantedUrl: string | undefined): Promise<{
    readonly baseUrl: string;
    readonly employerId: string;
    readonly clientId: string;
    readonly name: string;
  }> {
    const data = await this.#data();
    // Loaded when needed: its libraries take memory in every run.
    const { startSandbox } = await import('../sandbox/startSandbox.js');
    if (wantedUrl !== undefined && !isLoopback(wantedUrl)) throw notTheSandbox(wantedUrl);
    const port = wantedUrl === undefined ? SANDBOX_PORT : Number(new URL(wantedUrl).port || 80);
    this.#sandbox ??= await startSandbox({ ...data, port }).catch((failure: unknown) => {
      if (wantedUrl !== undefined) throw failure;
      return startSandbox(data);
    });
    const [employer] = data.employers;
    const [integration] = employer?.integrations ?? [];
    if (employer === undefined || integration === undefined) throw new Error('the sandbox has no employer');
    const { employerId, name } = employer;
    return { baseUrl: this.#sandbox.baseUrl, employerId, name, clientId: integration.clientId };
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
    return readDataFolder(this.#dataFolder);
  }
}

function isLoopback(baseUrl: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\/?$/.test(baseUrl);
}

function notTheSandbox(record: string): PaytallyError {
  return new PaytallyError('USAGE', message('connect.notTheSandbox', { record }), { record });
}
