import { loadConfig } from '../../config/load.js';
import type { Context } from '../../context.js';
import { ExitStatus } from '../../errors.js';
import type { ScheduleOptions } from './scheduleOptions.js';
import { type UnitKind, unitsFor } from './units.js';

const KINDS: readonly UnitKind[] = ['systemd', 'cron', 'windows', 'kubernetes'];

/** The units for one program, or for all, each under the name of its file. */
export async function printUnits(options: ScheduleOptions, context: Context): Promise<ExitStatus> {
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  const kinds = options.target === undefined ? KINDS : [options.target];
  const units = kinds.flatMap((kind) => unitsFor(kind, { config: loaded.path, folder: loaded.folder }));
  const terminal = context.openTerminal(options);
  if (options.json) terminal.result(JSON.stringify({ units }));
  else if (units.length === 1 && units[0] !== undefined) terminal.result(units[0].text.trimEnd());
  else
    terminal.result(
      units
        .map(({ name, use, text }) => `# ${name}\n# ${use}\n${text}`)
        .join('\n')
        .trimEnd(),
    );
  for (const { name, use } of units.length === 1 ? units : []) terminal.message(`${name}: ${use}`);
  return ExitStatus.done;
}
