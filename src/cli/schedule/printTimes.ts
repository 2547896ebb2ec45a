import type { LoadedConfig } from '../../config/config.js';
import { loadConfig } from '../../config/load.js';
import type { Context } from '../../context.js';
import { ExitStatus } from '../../errors.js';
import { openRunHost } from '../../export/runHost.js';
import { stampText } from '../../language/dateText.js';
import type { Language } from '../../language/language.js';
import { translated } from '../../language/messages/messages.js';
import { datesText, terminalTexts } from '../../language/terminal/terminalTexts.js';
import { withStore } from '../../read/staging/withStore.js';
import { type ConfiguredSchedule, employerSchedules } from '../../schedule/employerSchedules.js';
import { type ListedTime, nextTimes, refuseNever } from '../../schedule/listTimes.js';
import { scheduleSurroundings } from '../../schedule/scheduleSurroundings.js';
import { chosenEmployers } from '../chosenEmployers.js';
import { storeFolderOf } from '../storeFolderOf.js';
import { printable, tableWithin } from '../terminalText.js';
import { countOf, instantOf, type ScheduleOptions } from './scheduleOptions.js';

const USUAL_COUNT = 10;

/** The next times: with --count so many of all together, without it the next ten of each. */
export async function printTimes(options: ScheduleOptions, context: Context): Promise<ExitStatus> {
  const afterEpoch =
    options.from === undefined ? Math.floor(context.clock.nowMs() / 1000) : instantOf(options.from, '--from');
  const count = options.count === undefined ? undefined : countOf(options.count);
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  const terminal = context.openTerminal(options);
  const host = await openRunHost(context, loaded, terminal, options);
  try {
    const keys = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
    const place = {
      loaded,
      storeFolder: storeFolderOf(loaded),
      mode: modeFor(loaded),
      nowMs: () => context.clock.nowMs(),
    } as const;
    const schedules = await withStore(place, (store) =>
      employerSchedules(
        loaded,
        keys,
        scheduleSurroundings(host, loaded, store, yearsFrom(afterEpoch, count ?? USUAL_COUNT)),
      ),
    );
    refuseNever(schedules, afterEpoch);
    const times =
      count === undefined ? eachOf(schedules, afterEpoch) : nextTimes(schedules, afterEpoch, count);
    if (options.json) terminal.result(JSON.stringify({ times }));
    else terminal.result(timesText(times, loaded.language, terminal.width));
    return ExitStatus.done;
  } finally {
    await host.close();
  }
}

/** Holidays are remembered, so that the next list needs no service; nothing else is. */
function modeFor({ config }: LoadedConfig): 'read' | 'write' {
  const schedules = Object.values(config.employers).flatMap(({ schedule }) => Object.values(schedule));
  return schedules.some(({ workday }) => workday !== undefined) ? 'write' : 'read';
}

function eachOf(schedules: readonly ConfiguredSchedule[], afterEpoch: number): ListedTime[] {
  return schedules.flatMap((schedule) => nextTimes([schedule], afterEpoch, USUAL_COUNT));
}

/** A working day comes once a month. */
function yearsFrom(afterEpoch: number, count: number): number[] {
  const first = new Date(afterEpoch * 1000).getUTCFullYear();
  const last = Math.min(2100, first + Math.ceil(count / 12) + 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function timesText(times: readonly ListedTime[], language: Language, width: number | undefined): string {
  if (times.length === 0) return translated('The configuration has no schedule.', language);
  const say = terminalTexts(language);
  const rows = times.map(({ name, employer, at, period }) => [
    stampText(language, at),
    printable(employer),
    printable(name),
    datesText(period, language),
  ]);
  return tableWithin([[say('at'), say('employer'), say('schedule'), say('period')], ...rows], width);
}
