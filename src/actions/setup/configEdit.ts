import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import { configOf, type LoadedConfig } from '../../config/config.js';
import { loadConfig, loadConfigText } from '../../config/load.js';
import { isApiDelivery } from '../../config/schema/deliverySchema.js';
import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { withClaims } from '../../read/staging/withStore.js';
import { replaceFile } from '../../store/replaceFile.js';
import { lineDifference } from '../lineDifference.js';
import { type FilePreview, fileDigest } from './payrollIds.js';

/** A setting of an employer with its new value; undefined removes it. */
export interface SettingEdit {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** A change of the configuration before it is written. */
export interface SettingsPreview extends FilePreview {
  /** The configuration with it; undefined for an included file, which is checked with the others when it is written. */
  readonly edited: LoadedConfig | undefined;
}

/**
 * Previews the changes of edits to a configuration file. @throws PaytallyError CONFIG_INVALID if the result is not
 * valid
 */
export async function previewSettings(
  context: Context,
  loaded: LoadedConfig,
  employer: string,
  edits: readonly SettingEdit[],
): Promise<SettingsPreview> {
  const { file, before, after } = await editedConfig(loaded, employer, edits);
  return {
    edited: file === loaded.path ? await loadConfigText(after, file, context.env) : undefined,
    file,
    difference: lineDifference(before, after),
    warnings: [],
    digest: fileDigest(Buffer.from(before), Buffer.from(after)),
  };
}

/**
 * Writes what the preview showed, and restores the file if the configuration does not load with it.
 * @throws PaytallyError USAGE if the file has changed meanwhile; CONFIG_INVALID
 */
export async function saveSettings(
  context: Context,
  loaded: LoadedConfig,
  employer: string,
  edits: readonly SettingEdit[],
  digest: string,
): Promise<void> {
  const { file, before, after } = await editedConfig(loaded, employer, edits);
  if (fileDigest(Buffer.from(before), Buffer.from(after)) !== digest)
    throw new PaytallyError('USAGE', message('connect.changedMeanwhile', { path: file }), { record: file });
  const write = (text: string) =>
    withClaims(loaded.folder, (claims) => replaceFile(file, Buffer.from(text), claims));
  await write(after);
  try {
    await loadConfig({ path: loaded.path, cwd: context.cwd, env: context.env });
  } catch (failure) {
    await write(before);
    throw failure;
  }
}

/** Applies each edit to the file that now has the setting. Comments, order and all other content are preserved. */
async function editedConfig(
  loaded: LoadedConfig,
  employer: string,
  edits: readonly SettingEdit[],
): Promise<{ readonly file: string; readonly before: string; readonly after: string }> {
  const [first] = edits;
  const top = first?.path[0] ?? '';
  const own = loaded.sourceOf(['employers', employer, top]);
  const prefix = own === undefined ? [] : ['employers', employer];
  const source = own ?? loaded.sourceOf([top]);
  const file = source === undefined ? loaded.path : resolve(loaded.folder, source.file);
  const before = await readFile(file, 'utf8');
  const document = parseDocument(before);
  if (document.errors.length > 0)
    throw new PaytallyError('CONFIG_INVALID', message('init.notReadable', { path: file }), { record: file });
  const normal = document.toString(YAML_STYLE);
  for (const { path, value } of edits) applyEdit(document, [...prefix, ...path], value);
  return { file, before, after: keepLines(before, normal, document.toString(YAML_STYLE)) };
}

const YAML_STYLE = { lineWidth: 0 } as const;

/**
 * The changed document with all other lines unchanged: the YAML library formats spaces differently.
 * @param normal the file as the library writes it, without a change
 */
function keepLines(before: string, normal: string, after: string): string {
  const groups = alignedLines(before, normal);
  const groupOf = groups.flatMap((group) => group.normal.map(() => group));
  let index = 0;
  for (const { kind, text } of lineDifference(normal, after)) {
    const group = groupOf[kind === 'added' ? Math.max(0, index - 1) : index];
    if (kind !== 'added') index += 1;
    if (group === undefined) return after;
    const isBehind = kind === 'added' && groupOf[index] !== group;
    if (isBehind) group.behind.push(text);
    else if (kind !== 'removed') group.changed.push(text);
    group.isChanged ||= kind !== 'same' && !isBehind;
  }
  const lines = groups.flatMap((group) => [
    ...(group.isChanged ? group.changed : group.before),
    ...group.behind,
  ]);
  const whole = `${lines.join('\n').trimEnd()}\n`;
  const same = JSON.stringify(parseDocument(whole).toJS()) === JSON.stringify(parseDocument(after).toJS());
  return same ? whole : after;
}

/** Lines of the file that the library formats differently, with the result of a change. */
interface LineGroup {
  readonly before: string[];
  readonly normal: string[];
  readonly changed: string[];
  readonly behind: string[];
  isChanged: boolean;
}

/** Lines of the file with the library's version of them: equal except for spaces, or groups that differ. */
function alignedLines(before: string, normal: string): LineGroup[] {
  const [own, written] = [before.split('\n'), normal.split('\n')];
  const bare = (lines: readonly string[]) => lines.map((line) => line.replace(/\s+/g, '')).join('\n');
  const groups: LineGroup[] = [];
  let wasSame = true;
  for (const { kind } of lineDifference(bare(own), bare(written))) {
    const last = groups.at(-1);
    const group =
      last !== undefined && kind !== 'same' && !wasSame
        ? last
        : { before: [], normal: [], changed: [], behind: [], isChanged: false };
    if (group !== last) groups.push(group);
    if (kind !== 'added') group.before.push(own.shift() ?? '');
    if (kind !== 'removed') group.normal.push(written.shift() ?? '');
    wasSame = kind === 'same';
  }
  return groups;
}

function applyEdit(document: Document, path: readonly string[], value: unknown): void {
  if (value === undefined) {
    if (document.hasIn(path)) document.deleteIn(path);
  } else if (JSON.stringify(valueAt(document, path)) !== JSON.stringify(value))
    document.setIn(path, typeof value === 'object' ? document.createNode(value) : value);
}

function valueAt(document: Document, path: readonly string[]): unknown {
  const found: unknown = document.getIn(path);
  return typeof found === 'object' && found !== null && 'toJSON' in found
    ? (found as { toJSON: () => unknown }).toJSON()
    : found;
}

/** The file of the password of the mail server: that of the configuration, otherwise a new one. */
export function mailSecretFile(loaded: LoadedConfig, employer: string): string {
  const password = configOf(loaded, employer).mail?.smtp.password;
  return password !== undefined && 'file' in password ? password.file : 'secrets/mail';
}

/**
 * The file of the secret of an application at a payroll system's API: that of the configuration, otherwise a new one.
 */
export function apiSecretFile(loaded: LoadedConfig, employer: string, delivery: string): string {
  const { deliveries } = configOf(loaded, employer);
  const settings = Object.hasOwn(deliveries, delivery) ? deliveries[delivery] : undefined;
  const secret = settings !== undefined && isApiDelivery(settings) ? settings.clientSecret : undefined;
  return secret !== undefined && 'file' in secret ? secret.file : `secrets/${delivery}.client`;
}

/** Writes a secret that only this user can read, and deletes it if the settings cannot be written. */
export async function saveSecret(
  loaded: LoadedConfig,
  file: string,
  secret: string,
  saveOthers: () => Promise<void>,
): Promise<void> {
  const path = resolve(loaded.folder, file);
  const before = existsSync(path) ? await readFile(path) : undefined;
  const write = (content: Uint8Array) =>
    withClaims(loaded.folder, (claims) => replaceFile(path, content, claims));
  await write(Buffer.from(`${secret}\n`));
  try {
    await saveOthers();
  } catch (failure) {
    if (before === undefined) await rm(path, { force: true });
    else await write(before);
    throw failure;
  }
}
