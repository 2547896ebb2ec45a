import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Verifies a signature as RFC 6376 describes, with an independent implementation; openssl checks the key. */
export interface DkimResult {
  readonly tags: Readonly<Record<string, string>>;
  readonly isBodyRight: boolean;
  readonly isSignatureRight: boolean;
}

/** relaxed/relaxed with rsa-sha256, on one `DKIM-Signature`. @param publicKey PEM */
export function verifyDkim(message: Buffer, publicKey: string): DkimResult {
  const whole = message.toString('latin1');
  const end = whole.indexOf('\r\n\r\n');
  const fields = whole.slice(0, end + 2).match(/[^\r\n]+\r\n(?:[ \t][^\r\n]*\r\n)*/g) ?? [];
  const named = (name: string) =>
    fields.filter((field) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  const [signature] = named('DKIM-Signature');
  if (signature === undefined) throw new Error('no signature');
  const value = signature.slice(signature.indexOf(':') + 1);
  const tags = Object.fromEntries(
    value.split(';').flatMap((tag) => {
      const at = tag.indexOf('=');
      return at < 0 ? [] : [[tag.slice(0, at).trim(), tag.slice(at + 1).replace(/\s+/g, '')]];
    }),
  );
  const body = `${whole
    .slice(end + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '')}\r\n`;
  const bodyHash = createHash('sha256').update(body, 'latin1').digest('base64');
  const used = new Map<string, number>();
  const signed = (tags.h ?? '').split(':').map((name) => {
    const count = (used.get(name.toLowerCase()) ?? 0) + 1;
    used.set(name.toLowerCase(), count);
    const field = named(name).at(-count);
    return field === undefined ? '' : `${relaxed(field)}\r\n`;
  });
  const own = relaxed(signature.replace(/([;\s]b=)[^;]*(?=;|$)/s, '$1'));
  return {
    tags,
    isBodyRight: bodyHash === tags.bh,
    isSignatureRight: isSigned(`${signed.join('')}${own}`, Buffer.from(tags.b ?? '', 'base64'), publicKey),
  };
}

function relaxed(field: string): string {
  const at = field.indexOf(':');
  const value = field
    .slice(at + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, at).toLowerCase().trim()}:${value}`;
}

function isSigned(data: string, signature: Buffer, publicKey: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-dkim-'));
  const path = (name: string) => join(folder, name);
  writeFileSync(path('key.pem'), publicKey);
  writeFileSync(path('signature'), signature);
  writeFileSync(path('data'), data, 'latin1');
  try {
    const args = [
      'dgst',
      '-sha256',
      '-verify',
      path('key.pem'),
      '-signature',
      path('signature'),
      path('data'),
    ];
    return execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).includes(
      'OK',
    );
  } catch {
    return false;
  }
}
