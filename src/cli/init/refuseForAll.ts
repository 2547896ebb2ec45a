import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { PaytallyError } from '../../errors.js';
import { type InitFlags, presetFile } from './initialConfig.js';
import { presetName } from './presetName.js';

/**
 * What holds for all employers of a configuration is no flag of the next one: it would be ignored, or would change the
 * others. The same again is no contradiction.
 * @throws PaytallyError USAGE
 */
export async function refuseForAll(
  { baseUrl, preset }: Pick<InitFlags, 'baseUrl' | 'preset'>,
  path: string,
): Promise<void> {
  const all: unknown = parseDocument(await readFile(path, 'utf8')).toJS();
  const { baseUrl: configured, include } = (all ?? {}) as { baseUrl?: unknown; include?: unknown };
  if (baseUrl !== undefined && baseUrl !== configured) {
    throw new PaytallyError(
      'USAGE',
      `All employers of ${path} are read from ${String(configured)}; nothing was changed.`,
      {
        record: '--base-url',
        remedy: `Leave out --base-url, or run "paytally init" in a folder of its own for ${baseUrl}.`,
      },
    );
  }
  const rules = presetName(preset);
  if (rules === undefined) return;
  const file = presetFile(rules);
  const included: readonly unknown[] = Array.isArray(include) ? include : [include];
  if (included.includes(file)) return;
  throw new PaytallyError(
    'USAGE',
    `Pay rules that are included in ${path} hold for all of its employers; nothing was changed.`,
    {
      record: '--preset',
      remedy: `Leave out --preset and write payRules of its own below this employer, or run "paytally init" in a folder of its own.`,
    },
  );
}
