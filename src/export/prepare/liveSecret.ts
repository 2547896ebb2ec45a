import { type ReadSecret, readKeyFile, readSecret } from '../../config/readCredentials.js';
import type { SecretSource } from '../../config/schema/values.js';
import type { Secret } from '../../config/secrets/secret.js';
import type { RunHost } from '../runHost.js';

/**
 * Reads a secret of the configuration for use: from then on the scrubber knows it. What is unsafe about its place is
 * said, and stops nothing.
 * @throws PaytallyError SECRET_MISSING, SECRET_INVALID
 */
export async function liveSecret(host: RunHost, source: SecretSource, folder: string): Promise<Secret> {
  return known(host, await readSecret(source, folder, host.context.env));
}

/** Reads the file of a private key for use, in the same way. @throws PaytallyError CONFIG_INVALID, SECRET_INVALID */
export async function liveKey(host: RunHost, file: string, folder: string, record: string): Promise<Secret> {
  return known(host, await readKeyFile(file, folder, record));
}

function known({ context, terminal }: RunHost, { secret, cautions }: ReadSecret): Secret {
  context.scrubber.add(secret);
  for (const { message, remedy } of cautions) terminal.alert(`Warning: ${message} What to do: ${remedy}`);
  return secret;
}
