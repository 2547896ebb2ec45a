import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { applyPatch, structuredPatch } from 'diff';
import { type Document, isAlias, isNode, type Node, parseDocument, visit } from 'yaml';
import { configOf, type LoadedConfig } from '../../config/config.js';
import { loadConfig, loadConfigText } from '../../config/load.js';
import { isApiDelivery } from '../../config/schema/deliverySchema.js';
import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, joined, message, type Text } from '../../i18n/message.js';
import { lineDifference } from './lineDifference.js';
import { type FilePreview, fileDigest } from './payrollIds.js';
import { type FileToWrite, writeTogether } from './writeTogether.js';

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
  const { file, isForAll, before, after } = await editedConfig(loaded, employer, edits);
  return {
    edited: file === loaded.path ? await loadEdited(after, file, context, isForAll) : undefined,
    file,
    difference: lineDifference(before, after),
    warnings: isForAll ? [message('setup.forAll')] : [],
    digest: fileDigest(Buffer.from(before), Buffer.from(after)),
  };
}

/** @throws PaytallyError CONFIG_INVALID with the settings, but not their places: the file does not have the values yet */
async function loadEdited(
  text: string,
  path: string,
  { env }: Context,
  isForAll: boolean,
): Promise<LoadedConfig> {
  return loadConfigText(text, path, env).catch((failure: unknown) => {
    if (!(failure instanceof PaytallyError) || failure.code !== 'CONFIG_INVALID') throw failure;
    const remedy = message(isForAll ? 'setup.sharedNeeded' : 'setup.correctField');
    throw new PaytallyError(failure.code, problemsOnly(failure.text), { remedy, cause: failure });
  });
}

function problemsOnly(text: AnyMessage): AnyMessage {
  const only = (part: Text): Text =>
    typeof part === 'object' && !('en' in part) ? problemsOnly(part) : part;
  if ('parts' in text) return { ...text, parts: text.parts.map(only) };
  if (text.id !== 'schema.at') return text;
  const { path = '', problem = '' } = text.values;
  return joined([typeof path === 'string' ? path.replace(/^.*\./, '') : path, problem], ': ');
}

/** A password or the secret of an application, and the path of the file that only this user can read. */
interface NewSecret {
  readonly file: string;
  readonly text: string;
}

/**
 * Writes what the preview showed, and restores the files if the configuration does not load with it.
 * @throws PaytallyError USAGE if the file has changed meanwhile; CONFIG_INVALID
 */
export async function saveSettings(
  context: Context,
  loaded: LoadedConfig,
  employer: string,
  edits: readonly SettingEdit[],
  { digest, secret }: { readonly digest: string; readonly secret: NewSecret | undefined },
): Promise<void> {
  const { file, before, after } = await editedConfig(loaded, employer, edits);
  if (fileDigest(Buffer.from(before), Buffer.from(after)) !== digest)
    throw new PaytallyError('USAGE', message('connect.changedMeanwhile', { path: file }), { record: file });
  const files: FileToWrite[] = [[file, after]];
  if (secret !== undefined) files.unshift([resolve(loaded.folder, secret.file), `${secret.text}\n`]);
  await writeTogether(loaded.folder, files, () =>
    loadConfig({ path: loaded.path, cwd: context.cwd, env: context.env }),
  );
}

/**
 * Where the configuration has a setting of an employer. If there are several employers, a new one is for this employer
 * only; what all of them share can be removed only for all.
 */
function placeOf(loaded: LoadedConfig, employer: string, { path, value }: SettingEdit) {
  const own = ['employers', employer];
  const isOnlyShared = () =>
    loaded.sourceOf([...own, ...path]) === undefined && loaded.sourceOf(path) !== undefined;
  const isShared = hasSeveral(loaded)
    ? value === undefined && isOnlyShared()
    : loaded.sourceOf([...own, ...path.slice(0, 1)]) === undefined;
  const prefix = isShared ? [] : own;
  const source = loaded.sourceOf([...prefix, ...path.slice(0, 1)]) ?? loaded.sourceOf(prefix);
  const file = source === undefined ? loaded.path : resolve(loaded.folder, source.file);
  return { prefix, file, isForAll: isShared && hasSeveral(loaded) };
}

function hasSeveral({ config }: LoadedConfig): boolean {
  return Object.keys(config.employers).length > 1;
}

/** Applies each edit to the file that now has the setting. Comments, order and all other content are preserved. */
async function editedConfig(loaded: LoadedConfig, employer: string, edits: readonly SettingEdit[]) {
  const places = edits.map((edit) => placeOf(loaded, employer, edit));
  const [file = loaded.path, ...further] = new Set(places.map((place) => place.file));
  if (further.length > 0) {
    const files = [file, ...further].join(', ');
    throw new PaytallyError('USAGE', message('setup.severalFiles', { files }), { record: file });
  }
  const isForAll = places.some((place) => place.isForAll);
  const before = await readFile(file, 'utf8');
  const document = parseDocument(before);
  if (document.errors.length > 0)
    throw new PaytallyError('CONFIG_INVALID', message('init.notReadable', { path: file }), { record: file });
  const normal = document.toString(YAML_STYLE);
  edits.forEach(({ path, value }, index) => {
    const place = [...(places[index]?.prefix ?? []), ...path];
    separateAliases(document, place);
    applyEdit(document, place, value);
  });
  return { file, isForAll, before, after: keepLines(before, normal, document.toString(YAML_STYLE)) };
}

const YAML_STYLE = { lineWidth: 0 } as const;

/**
 * The file with the change, and all other lines as they are: the YAML library formats spaces differently. If it would
 * break the changed lines differently, the whole file gets its format.
 * @param normal the file as the library writes it, without a change
 */
function keepLines(before: string, normal: string, after: string): string {
  const bare = (line = '') => line.replace(/\s+/g, '');
  const compareLine = (_: number, line: string, __: string, wanted: string) => bare(line) === bare(wanted);
  const dataOf = (text: string) => JSON.stringify(parseDocument(text).toJS());
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  // Lines around a change show its place, unless the library writes one of them differently.
  for (const context of [2, 1, 0]) {
    const change = structuredPatch('', '', normal, after, undefined, undefined, { context });
    const whole = applyPatch(`${before.trimEnd()}${lineEnd}`, change, { compareLine });
    if (whole !== false && dataOf(whole) === dataOf(after)) return whole;
  }
  return after.replaceAll('\n', lineEnd);
}

/**
 * Gives a place a value of its own if anchors and aliases share it with other places, such as another employer: an edit
 * changes no other setting.
 */
function separateAliases(document: Document, path: readonly string[]): void {
  for (let depth = 1; depth <= path.length; depth += 1) {
    const place = path.slice(0, depth);
    const node: unknown = document.getIn(place, true);
    const shared = isAlias(node) ? node.resolve(document) : undefined;
    if (shared !== undefined) document.setIn(place, ownCopy(shared));
    else if (isNode(node)) passAnchor(document, node);
  }
  // What is replaced can contain anchors too.
  const replaced: unknown = document.getIn(path, true);
  if (isNode(replaced)) visit(replaced, { Node: (_, node) => passAnchor(document, node) });
}

/** The first alias of a node becomes the anchor of the others. */
function passAnchor(document: Document, node: Node): void {
  if (isAlias(node) || !('anchor' in node) || node.anchor === undefined) return;
  const { anchor } = node;
  let isPassed = false;
  visit(document, {
    Alias: (_, alias) => {
      if (isPassed || alias.resolve(document) !== node) return undefined;
      isPassed = true;
      return Object.assign(ownCopy(node), { anchor });
    },
  });
  if (isPassed) delete node.anchor;
}

function ownCopy(node: Node): Node {
  const copy = node.clone() as Node;
  visit(copy, {
    Node: (_, each) => {
      if ('anchor' in each) delete each.anchor;
    },
  });
  return copy;
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

/**
 * The setting of a password or secret, and its file: the configured one, or a new one.
 * @param delivery null for the password of the mail server
 */
export function secretPlace(loaded: LoadedConfig, employer: string, delivery: string | null) {
  const { mail, deliveries } = configOf(loaded, employer);
  const isOwn = (path: readonly string[]) =>
    !hasSeveral(loaded) || loaded.sourceOf(['employers', employer, ...path]) !== undefined;
  const place = (path: readonly string[], known: object | undefined, name: string) => ({
    path,
    file:
      known !== undefined && 'file' in known && isOwn(path)
        ? String(known.file)
        : `secrets/${hasSeveral(loaded) ? `${employer}.` : ''}${name}`,
  });
  if (delivery === null) return place(['mail', 'smtp', 'password'], mail?.smtp.password, 'mail');
  const settings = Object.hasOwn(deliveries, delivery) ? deliveries[delivery] : undefined;
  const known = settings !== undefined && isApiDelivery(settings) ? settings.clientSecret : undefined;
  return place(['deliveries', delivery, 'clientSecret'], known, `${delivery}.client`);
}

/** Settings of an employer as a merge patch (RFC 7396): omitted ones are unchanged, and null removes. */
interface SettingsChange {
  readonly settings: object;
  /** The delivery whose secret is saved too; null for the mail server. */
  readonly secretOf?: string | null | undefined;
}

/** The edits of a change, and the file of its secret if it has one. */
export function editsOfPatch(
  { settings, secretOf }: SettingsChange,
  loaded: LoadedConfig,
  employer: string,
): { readonly edits: readonly SettingEdit[]; readonly secretFile?: string } {
  const edits = editsUnder([], settings);
  if (secretOf === undefined) return { edits };
  const { path, file } = secretPlace(loaded, employer, secretOf);
  return { edits: [...edits, { path, value: { file } }], secretFile: file };
}

/** The edits of a patch. Below a section and a name, each value replaces the previous one. */
function editsUnder(path: readonly string[], patch: object): SettingEdit[] {
  return Object.entries(patch).flatMap(([key, value]) =>
    path.length < 2 && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? editsUnder([...path, key], value)
      : [{ path: [...path, key], value: value ?? undefined }],
  );
}

/** Writes the client of a delivery to an API into the configuration. @throws as `saveSettings` */
export async function saveTenant(
  context: Context,
  { loaded, employers }: { readonly loaded: LoadedConfig; readonly employers: readonly string[] },
  delivery: string,
  id: string,
): Promise<void> {
  const employer = employers.find((key) => configOf(loaded, key).deliveries[delivery] !== undefined) ?? '';
  const edits = [{ path: ['deliveries', delivery, 'tenant'], value: id }];
  const { digest } = await previewSettings(context, loaded, employer, edits);
  await saveSettings(context, loaded, employer, edits, { digest, secret: undefined });
}
