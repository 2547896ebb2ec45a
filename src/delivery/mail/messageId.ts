import { createHash } from 'node:crypto';

/**
 * The Message-ID of a delivery: the same whenever it is sent, so that mail programs show one that came twice once, and
 * a person can find it in a server's log.
 * @param parts what tells the delivery from all others: run, name, recipient
 * @param domain of the sender's address
 */
export function messageIdOf(parts: readonly string[], domain: string): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `<paytally.${digest.slice(0, 40)}@${domain}>`;
}
