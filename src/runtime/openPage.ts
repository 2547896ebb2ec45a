import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeHtml } from './outsideText.js';

/** The command that opens an address, by system. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens the browser by a file that only this user can read: other users see the command lines of all processes, and the
 * address can hold a token. Returns a function that removes the file; without a browser, the address has been printed.
 */
export function openPage(url: string): () => void {
  const file = join(tmpdir(), `paytally-ui-${randomBytes(6).toString('hex')}.html`);
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${escapeHtml(url)}">\n`;
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' });
  const [program = 'xdg-open', ...words] = OPENERS[platform()] ?? [];
  const browser = spawn(program, [...words, pathToFileURL(file).href], { stdio: 'ignore', detached: true });
  void once(browser, 'error').catch(() => undefined);
  browser.unref();
  return () => rmSync(file, { force: true });
}
