import { stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { join, resolve } from 'node:path';
import { loadConfig } from '../../config/load.js';
import type { Context } from '../../context.js';
import { ExitStatus } from '../../errors.js';
import { withClaims } from '../../read/staging/withStore.js';
import { OPEN_MODE, replaceFile } from '../../store/replaceFile.js';
import type { ScheduleOptions } from './scheduleOptions.js';
import { type Unit, type UnitKind, unitsFor } from './units.js';

const KINDS: readonly UnitKind[] = ['systemd', 'cron', 'windows', 'kubernetes'];

/** The units for one program, or for all, each under the name of its file. */
export async function printUnits(options: ScheduleOptions, context: Context): Promise<ExitStatus> {
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  const kinds = options.target === undefined ? KINDS : [options.target];
  const facts = { config: loaded.path, folder: loaded.folder, userId: await ownerOf(loaded.path) };
  const units = kinds.flatMap((kind) => unitsFor(kind, facts));
  const terminal = context.openTerminal(options);
  if (options.out !== undefined) await writeUnits(units, resolve(context.cwd, options.out), loaded.folder);
  if (options.json) terminal.result(JSON.stringify({ units }));
  else if (options.out !== undefined)
    terminal.result(units.map(({ name, use }) => `${name}: ${use}`).join('\n'));
  else if (units.length === 1 && units[0] !== undefined) terminal.result(units[0].text.trimEnd());
  else
    terminal.result(
      units
        .map(({ name, use, text }) => `# ${name}\n# ${use}\n${text}`)
        .join('\n')
        .trimEnd(),
    );
  const isBare = units.length === 1 && options.out === undefined;
  for (const { name, use } of isBare ? units : []) terminal.message(`${name}: ${use}`);
  return ExitStatus.done;
}

/** Whose rights a service needs; Windows tells accounts apart in another way. */
async function ownerOf(path: string): Promise<number | undefined> {
  const { uid } = await stat(path);
  return uid === 0 || platform() === 'win32' ? undefined : uid;
}

/** Each under its name, over what was there. @throws PaytallyError OUTPUT_NOT_WRITTEN */
async function writeUnits(units: readonly Unit[], folder: string, home: string): Promise<void> {
  for (const { name, text } of units) {
    const path = join(folder, name);
    await withClaims(home, (claims) => replaceFile(path, Buffer.from(text), claims, OPEN_MODE));
  }
}
