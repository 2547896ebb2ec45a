import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import type { SmtpSettings } from './smtpSettings.js';

/** The message with a DKIM signature before it, where a key is configured (RFC 6376). */
export async function dkimSigned(message: Uint8Array, dkim: SmtpSettings['dkim']): Promise<Buffer> {
  if (dkim === undefined) return Buffer.from(message);
  const { domain: domainName, selector: keySelector, privateKey } = dkim;
  return buffer(new DKIM({ domainName, keySelector, privateKey }).sign(Buffer.from(message)));
}
