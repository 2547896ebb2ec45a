import type { Config, LoadedConfig } from '../../config/config.js';
import { liveSourceSecret, type SecretsHost } from '../../config/liveSecret.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import { createTapSource } from '../command/tapSource.js';
import { createCsvSource } from '../csv/csvSource.js';
import { createKimaiSource } from '../kimai/kimaiSource.js';
import type { FoundField } from '../records/foundFields.js';
import type { Source } from '../source.js';
import { createWorkforceSource } from '../workforce/reading/workforceSource.js';
import { type ReadHost, readEffects } from './readObserver.js';

/** An employer, and the secret of its source. */
export interface SourcePlace {
  readonly config: Config;
  /** The folder of the configuration, absolute. */
  readonly folder: string;
  readonly secret: Secret | undefined;
}

/** The source of an employer. @param known paths of undocumented fields in earlier reads */
export function openSource(
  host: ReadHost,
  { config, folder, secret }: SourcePlace,
  known: readonly FoundField[],
): Source {
  const { source } = config;
  if (source === 'workforce') {
    const effects = (expectedRequests?: number) => readEffects(host, expectedRequests);
    return createWorkforceSource({ config, clientSecret: secret, known, effects });
  }
  const effects = readEffects(host);
  if ('kimai' in source) return createKimaiSource({ config, settings: source, token: secret, effects });
  if ('command' in source) return createTapSource({ config, settings: source, folder, effects });
  return createCsvSource({ config, settings: source, folder, ...effects });
}

/** The same with the secret from the place in the configuration. @throws PaytallyError SECRET_* */
export async function openLiveSource(
  host: ReadHost & SecretsHost,
  { folder }: Pick<LoadedConfig, 'folder'>,
  config: Config,
  known: readonly FoundField[] = [],
): Promise<Source> {
  const secret = await liveSourceSecret(host, config, folder);
  return openSource(host, { config, folder, secret }, known);
}
