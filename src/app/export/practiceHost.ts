import { join } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { isLoopback } from '../../runtime/loopback.js';

/** Changes of the sample employer's records, next to the configuration: what a planner would do in the portal. */
export function changesFile({ folder }: Pick<LoadedConfig, 'folder'>): string {
  return join(folder, 'sandbox-changes.json');
}

/** The data of the sample employer. */
export function practiceData({ packageFolder }: Pick<Context, 'packageFolder'>): string {
  return join(packageFolder, 'samples/data');
}

/**
 * Starts the practice service for one command, if the configuration says `sandbox: true`.
 * @returns what stops it; undefined if there is nothing to stop
 * @throws PaytallyError CONFIG_INVALID for an address of another computer; SANDBOX_DATA_INVALID
 */
export async function startPracticeOf(
  loaded: Pick<LoadedConfig, 'config' | 'folder' | 'path'>,
  context: Pick<Context, 'packageFolder'>,
): Promise<(() => Promise<void>) | undefined> {
  const { config, path } = loaded;
  const { sandbox: isPractice = false, baseUrl = '' } = config;
  if (!isPractice) return undefined;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !isLoopback(url.hostname))
    throw new PaytallyError('CONFIG_INVALID', message('run.sandboxAddress', { path, baseUrl }), {
      record: 'sandbox',
    });
  // Loaded when needed: its libraries take memory in every run.
  const { startPractice } = await import('../../sandbox/practiceService.js');
  const sandbox = await startPractice({
    dataFolder: practiceData(context),
    changesFile: changesFile(loaded),
    port: Number(url.port || 80),
  });
  return sandbox === undefined ? undefined : () => sandbox.stop();
}
