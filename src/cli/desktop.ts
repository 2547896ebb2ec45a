import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, platform, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from '../context.js';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import { escapeHtml } from '../runtime/outsideText.js';
import { withClaims } from '../sources/staging/withStore.js';
import { replaceFile } from '../store/replaceFile.js';

/** The command that an icon starts. */
export interface ShortcutTarget {
  /** Node.js and the program's file, or the executable alone. */
  readonly program: readonly string[];
  /** Options after `ui`. */
  readonly options: readonly string[];
  /** The folder in which the program starts. */
  readonly folder: string;
}

type System = 'linux' | 'darwin' | 'win32';

/** The file of an icon that opens the window: its name and its text. */
export function shortcutFile(
  system: System,
  { program, options, folder }: ShortcutTarget,
): { readonly name: string; readonly text: string } {
  const title = `paytally ${basename(folder).replace(/[\p{Cc}\\/:*?"<>|]/gu, '-')}`.trim();
  const words = [...program, 'ui', ...options];
  if (system === 'win32') {
    const quoted = words.map((word) => `"${word.replaceAll('%', '%%')}"`).join(' ');
    // `pushd` can enter a network folder. A failure stays in sight; in another folder, nothing may start.
    const start = `pushd "${folder.replaceAll('%', '%%')}" && ${quoted} || pause`;
    const lines = ['@echo off', 'chcp 65001 >nul', start, 'popd', ''];
    return { name: `${title}.cmd`, text: lines.join('\r\n') };
  }
  if (system === 'darwin') {
    const quoted = words.map(quotedForSh).join(' ');
    return {
      name: `${title}.command`,
      text: `#!/bin/sh\ncd ${quotedForSh(folder)} && exec ${quoted}\n`,
    };
  }
  const entry = {
    Type: 'Application',
    Version: '1.0',
    Name: title,
    Exec: words.map(quotedForEntry).join(' '),
    Path: escapedEntry(folder),
    Terminal: 'false',
  };
  const lines = Object.entries(entry).map(([key, value]) => `${key}=${value}`);
  return { name: `${title}.desktop`, text: ['[Desktop Entry]', ...lines, ''].join('\n') };
}

/** Puts the icon on the desktop. @throws PaytallyError OUTPUT_NOT_WRITTEN if there is no desktop folder */
export async function writeShortcut(
  system: NodeJS.Platform,
  target: ShortcutTarget,
  { env }: Pick<Context, 'env'>,
): Promise<string> {
  const known = system === 'win32' || system === 'darwin' ? system : 'linux';
  const desktop = desktopFolders(known, env).find((folder) => existsSync(folder));
  if (desktop === undefined) {
    const folders = desktopFolders(known, env).join(', ');
    throw new PaytallyError('OUTPUT_NOT_WRITTEN', message('commands.noDesktop', { folders }), {
      record: 'Desktop',
    });
  }
  const { name, text } = shortcutFile(known, target);
  const path = join(desktop, name);
  await withClaims(target.folder, (claims) => replaceFile(path, Buffer.from(text), claims, 0o700));
  return path;
}

/** The possible places of the desktop folder: a translated name on Linux, OneDrive on many Windows computers. */
function desktopFolders(system: System, env: Context['env']): string[] {
  const home = (system === 'win32' ? env.USERPROFILE : env.HOME) || homedir();
  const usual = join(home, 'Desktop');
  if (system === 'win32') return [...(env.OneDrive ? [join(env.OneDrive, 'Desktop')] : []), usual];
  if (system === 'darwin') return [usual];
  const settings = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'user-dirs.dirs');
  const named = existsSync(settings)
    ? /^XDG_DESKTOP_DIR="([^"]+)"/m.exec(readFileSync(settings, 'utf8'))?.[1]
    : undefined;
  return [...(named === undefined ? [] : [named.replace(/^\$HOME(?=\/|$)/, home)]), usual];
}

function quotedForSh(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * https://specifications.freedesktop.org/desktop-entry-spec, "The Exec key": quotes, then the escapes of every value.
 */
function quotedForEntry(word: string): string {
  const quoted = `"${word.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  return escapedEntry(quoted);
}

function escapedEntry(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

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
