import { join } from 'node:path';
import { openSession, withRunHistory } from '../app/session/openSession.js';
import type { Context } from '../context.js';
import { builtInNames } from '../documents/template/loadTemplate.js';
import { diskTemplateFiles } from '../documents/template/template.js';
import { EXCEPTION_CODES } from '../domain/exceptions/finding.js';
import { todayIn } from '../domain/time/tzdata.js';
import { PaytallyError } from '../errors.js';

/** The values that a shell completes by asking paytally, because they are of the user's configuration and store. */
export const VALUE_KINDS = ['employers', 'periods', 'templates', 'runs', 'codes'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/** The kind of value that an option or the first word of a command takes. */
const KINDS: Readonly<Record<string, ValueKind>> = {
  employer: 'employers',
  period: 'periods',
  template: 'templates',
  run: 'runs',
  from: 'runs',
  since: 'runs',
  accept: 'codes',
};

/** @param name an option without dashes, or a positional; undefined if its values are not known */
export function valueKindOf(name: string, isOption: boolean): ValueKind | undefined {
  // `--from` names files.
  return isOption && name === 'from' ? undefined : KINDS[name];
}

/** The values of a kind; none if there is no usable configuration. */
export async function completionValues(kind: ValueKind, context: Context): Promise<readonly string[]> {
  try {
    return await VALUES[kind](context);
  } catch (failure) {
    if (failure instanceof PaytallyError) return [];
    throw failure;
  }
}

const VALUES: Readonly<Record<ValueKind, (context: Context) => Promise<readonly string[]>>> = {
  employers: async (context) => (await sessionOf(context)).employers,
  periods: async ({ clock }) => ['last-month', 'this-month', ...monthsBefore(clock.nowMs())],
  templates: async ({ packageFolder }) =>
    builtInNames({ templatesRoot: join(packageFolder, 'templates'), files: diskTemplateFiles }),
  runs: newestRuns,
  codes: async () => EXCEPTION_CODES,
};

function sessionOf(context: Context) {
  return openSession({ config: undefined, quiet: true, progress: false }, context);
}

const MONTHS = 12;

/** The months of a year, the current one first. */
function monthsBefore(nowMs: number): string[] {
  const [year = 0, month = 0] = todayIn(undefined, nowMs).split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) => {
    const at = year * 12 + month - 1 - index;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
}

const RUNS = 30;

async function newestRuns(context: Context): Promise<readonly string[]> {
  const session = await sessionOf(context);
  return withRunHistory(
    context,
    session,
    async (store) => store.runRefs({ limit: RUNS }).map(({ runId }) => runId),
    { lists: {} },
  );
}
