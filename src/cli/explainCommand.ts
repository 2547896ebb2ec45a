import { currentLanguage, openSession, withRunHistory, withRunHost } from '../app/actions/actionSession.js';
import { type ExplainedEmployee, explainEmployee, explainStored } from '../app/explain/explain.js';
import { explanationText } from '../app/explain/explanationText.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import type { RunHost, RunRequest } from '../run.js';
import {
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  requiredText,
} from './command.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  period: requiredText('option.period', 'period'),
  employee: requiredText('explain.option.employee', 'person'),
  date: optionalText('explain.option.date', 'date'),
  ...EMPLOYER_OPTION,
  run: optionalText('explain.option.run', 'run'),
  ...OUTPUT_OPTIONS,
};

type ExplainOptions = ParsedOptions<typeof PARAMETERS>;

export const explainCommand = command({
  usage: 'explain <period>',
  examples: [
    ['$0 explain 2026-10 --employee Peeters', 'explain.example.month'],
    ['$0 explain 2026-10 --employee 007 --date 2026-10-25', 'explain.example.day'],
  ],
  json: '{ "explanations": [{ "employer", "person", "tzdata", "explanation": { "period", "policy", "totals", "days", "entries", "findings", "workingWeeks" } }] }',
  parameters: PARAMETERS,
  run: (options, context) =>
    options.run === undefined
      ? explainPeriod(options, context)
      : explainStoredRun(options, options.run, context),
});

async function explainPeriod(options: ExplainOptions, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, storeFolder, employers, terminal } = session;
  const request: RunRequest = {
    loaded,
    periodText: options.period,
    state: 'draft',
    read: 'once',
    templates: [],
    out: context.cwd,
    storeFolder,
    accepted: new Map(),
    effect: 'check',
  };
  return withRunHost(context, session, options, async (host) => {
    const explained = await explainEach(host, request, employers, options);
    terminal.result(
      options.json
        ? JSON.stringify({ explanations: explained.map(explanationJson) })
        : explained.map((one) => explanationText(one, terminal.width)).join('\n\n'),
    );
    return ExitStatus.done;
  });
}

/** Explains a stored run, without the service and its secret. */
async function explainStoredRun(
  options: ExplainOptions,
  runId: string,
  context: Context,
): Promise<ExitStatus> {
  // The store has the run's employer.
  const session = await openSession({ ...options, employer: [] }, context);
  const { loaded, terminal } = session;
  const { packageFolder, version, signal } = context;
  const question = { who: options.employee, date: options.date };
  const explained = await withRunHistory(context, session, (store) =>
    explainStored(store, runId, { loaded, packageFolder, version, signal }, question),
  );
  const reader = { ...explained.reader, language: currentLanguage(loaded, explained.employer) };
  terminal.result(
    options.json
      ? JSON.stringify({ explanations: [explanationJson(explained)] })
      : explanationText({ ...explained, reader }, terminal.width),
  );
  return ExitStatus.done;
}

/** A person of several employers is explained for each; an employee without a match is an error. */
async function explainEach(
  host: RunHost,
  request: RunRequest,
  keys: readonly string[],
  { employee, date }: ExplainOptions,
): Promise<ExplainedEmployee[]> {
  const explained: ExplainedEmployee[] = [];
  let unknown: PaytallyError | undefined;
  for (const key of keys) {
    try {
      explained.push(await explainEmployee(host, request, key, { who: employee, date }));
    } catch (failure) {
      if (!(failure instanceof PaytallyError) || failure.code !== 'EMPLOYEE_UNKNOWN') throw failure;
      unknown ??= failure;
    }
  }
  if (explained.length === 0 && unknown !== undefined) throw unknown;
  return explained;
}

/** The output for programs, in the configuration's language and notation. */
function explanationJson({ reader: _, ...explained }: ExplainedEmployee): Omit<ExplainedEmployee, 'reader'> {
  return explained;
}
