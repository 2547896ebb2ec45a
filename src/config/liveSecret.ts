import type { Scrubber } from '../runtime/secrets/scrubber.js';
import type { Secret } from '../runtime/secrets/secret.js';
import type { Terminal } from '../runtime/terminal.js';
import type { Config } from './config.js';
import { cautionText, type ReadSecret, readKeyFile, readSecret } from './readCredentials.js';
import { secretOfSource } from './schema/sourceSchema.js';
import type { SecretSource } from './schema/values.js';

/** The environment of secrets, the scrubber that hides them, and the terminal for warnings. */
export interface SecretsHost {
  readonly context: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly scrubber: Scrubber;
  };
  readonly terminal: Pick<Terminal, 'alert'>;
}

/**
 * Reads a secret of the configuration for use and registers it with the scrubber. Warns if its place is unsafe.
 * @throws PaytallyError SECRET_MISSING, SECRET_INVALID
 */
export async function liveSecret(host: SecretsHost, source: SecretSource, folder: string): Promise<Secret> {
  return known(host, await readSecret(source, folder, host.context.env));
}

/** The secret of an employer's source; undefined if it needs none. @throws as `liveSecret` */
export async function liveSourceSecret(
  host: SecretsHost,
  config: Pick<Config, 'source' | 'employer'>,
  folder: string,
): Promise<Secret | undefined> {
  const place = secretOfSource(config);
  return place && liveSecret(host, place, folder);
}

/** Reads the file of a private key in the same way. @throws PaytallyError CONFIG_INVALID, SECRET_INVALID */
export async function liveKey(
  host: SecretsHost,
  file: string,
  folder: string,
  record: string,
): Promise<Secret> {
  return known(host, await readKeyFile(file, folder, record));
}

function known({ context, terminal }: SecretsHost, { secret, cautions }: ReadSecret): Secret {
  context.scrubber.add(secret);
  for (const caution of cautions) terminal.alert(cautionText(caution));
  return secret;
}
