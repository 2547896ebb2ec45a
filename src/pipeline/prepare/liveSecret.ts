import { readSecret } from '../../config/secret.js';
import type { SecretSource } from '../../config/values.js';
import type { Secret } from '../../secrets/secret.js';
import type { RunHost } from '../runHost.js';

/**
 * Reads a secret of the configuration for use: from then on the scrubber knows it. What is unsafe about its place is
 * said, and stops nothing.
 * @throws PaytallyError SECRET_MISSING, SECRET_INVALID
 */
export async function liveSecret(
  { context, terminal }: RunHost,
  source: SecretSource,
  folder: string,
): Promise<Secret> {
  const { secret, cautions } = await readSecret(source, folder, context.env);
  context.scrubber.add(secret);
  for (const { message, remedy } of cautions) terminal.alert(`Warning: ${message} What to do: ${remedy}`);
  return secret;
}
