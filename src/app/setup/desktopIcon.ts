import { existsSync, readFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { basename, join } from 'node:path';
import { execPath } from 'node:process';
import { isSea } from 'node:sea';
import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { withClaims } from '../../sources/staging/withStore.js';
import { replaceFile } from '../../store/replaceFile.js';

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

/**
 * Puts an icon on the desktop that opens the window as this program does.
 * @param start the options after `ui`, and the folder in which the program starts
 * @returns the path of the icon
 * @throws PaytallyError OUTPUT_NOT_WRITTEN if there is no desktop folder
 */
export function saveShortcut(
  start: Pick<ShortcutTarget, 'options' | 'folder'>,
  { env, packageFolder }: Pick<Context, 'env' | 'packageFolder'>,
): Promise<string> {
  const program = isSea() ? [execPath] : [execPath, join(packageFolder, 'dist/program/main.js')];
  return writeShortcut(platform(), { ...start, program }, { env });
}

/** @throws PaytallyError OUTPUT_NOT_WRITTEN */
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
