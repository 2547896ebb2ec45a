import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A mail as Python's email package reads it. */
export interface ParsedMail {
  readonly from: string;
  readonly to: string;
  readonly cc: string | null;
  readonly subject: string;
  readonly messageId: string;
  readonly headers: readonly string[];
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
  readonly defects: readonly string[];
}

const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
const SCRIPT = fileURLToPath(new URL('parse_mail.py', import.meta.url));

export function parseMail(content: Buffer): ParsedMail {
  return JSON.parse(
    execFileSync(PYTHON, [SCRIPT], {
      input: content,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      env: { PYTHONUTF8: '1' },
    }),
  );
}
