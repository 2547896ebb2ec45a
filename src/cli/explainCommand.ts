import {
  type ExplainedEmployee,
  type ExplainQuestion,
  explainEmployee,
  explainStored,
} from '../app/explain/explain.js';
import { explanationText } from '../app/explain/explanationText.js';
import { fromEmployersThatKnow } from '../app/people/findEmployee.js';
import { currentLanguage, openSession, withRunHistory, withRunHost } from '../app/session/openSession.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { accountText } from './accountText.js';
import {
  booleanOption,
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  parseDay,
  requiredText,
} from './command.js';
import { commandLine, type NextCommand, suggestNextCommand } from './nextCommand.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  period: requiredText('option.period', 'period'),
  employee: requiredText('explain.option.employee', 'person'),
  date: optionalText('explain.option.date', 'date'),
  ...EMPLOYER_OPTION,
  run: optionalText('explain.option.run', 'run'),
  account: booleanOption('explain.option.account'),
  ...OUTPUT_OPTIONS,
};

type ExplainOptions = ParsedOptions<typeof PARAMETERS>;

export const explainCommand = command({
  usage: 'explain <period>',
  examples: [
    ['$0 explain 2026-10 --employee Peeters', 'explain.example.month'],
    ['$0 explain 2026-10 --employee 007 --date 2026-10-25', 'explain.example.day'],
    ['$0 explain 2026-10 --employee Peeters --account', 'explain.example.account'],
  ],
  json: '{ "explanations": [{ "employer", "person", "tzdata", "explanation": { "period", "policy", "totals", "days", "entries", "findings", "workingWeeks" }, "account" }] }',
  parameters: PARAMETERS,
  run: (options, context) =>
    options.run === undefined
      ? explainPeriod(options, context)
      : explainStoredRun(options, options.run, context),
});

/** @throws PaytallyError USAGE for a date that is none, before anything is read */
function questionOf({ employee: who, date }: ExplainOptions): ExplainQuestion {
  return { who, date: date === undefined ? undefined : parseDay('--date', date) };
}

async function explainPeriod(options: ExplainOptions, context: Context): Promise<ExitStatus> {
  const question = questionOf(options);
  const session = await openSession(options, context);
  const { loaded, storeFolder, employers, terminal } = session;
  const place = { loaded, storeFolder, periodText: options.period };
  return withRunHost(context, session, options, async (host) => {
    const found = await fromEmployersThatKnow(employers, (key) =>
      explainEmployee(host, place, key, question),
    );
    const explained = found.map((one) => ({
      ...one,
      reader: { ...one.reader, language: currentLanguage(loaded, one.employer) },
    }));
    terminal.result(
      options.json
        ? JSON.stringify({ explanations: explained.map(explanationJson) })
        : explained.map((one) => shownText(one, options, terminal.width)).join('\n\n'),
    );
    suggestNextCommand(nextOfPeriod(options), { terminal, context, options });
    return ExitStatus.done;
  });
}

/** Explains a stored run, without the service and its secret. */
async function explainStoredRun(
  options: ExplainOptions,
  runId: string,
  context: Context,
): Promise<ExitStatus> {
  const question = questionOf(options);
  // The store has the run's employer.
  const session = await openSession({ ...options, employer: [] }, context);
  const { loaded, terminal } = session;
  const { packageFolder, version, signal } = context;
  const explained = await withRunHistory(context, session, (store) =>
    explainStored(store, runId, { loaded, packageFolder, version, signal }, question),
  );
  const reader = { ...explained.reader, language: currentLanguage(loaded, explained.employer) };
  terminal.result(
    options.json
      ? JSON.stringify({ explanations: [explanationJson(explained)] })
      : shownText({ ...explained, reader }, options, terminal.width),
  );
  suggestNextCommand(nextOfPeriod(options), { terminal, context, options });
  return ExitStatus.done;
}

/** The list of what is to do in the period, as the explained number is part of it. */
function nextOfPeriod({ period, config, employer }: ExplainOptions): NextCommand {
  return { when: 'now', command: commandLine(['check', period], { config, employer }) };
}

function shownText(
  explained: ExplainedEmployee,
  { account }: Pick<ExplainOptions, 'account'>,
  width: number | undefined,
): string {
  return account ? accountText(explained, width) : explanationText(explained, width);
}

/** The output for programs, in the configuration's language and notation. */
function explanationJson({ reader: _, ...explained }: ExplainedEmployee): Omit<ExplainedEmployee, 'reader'> {
  return explained;
}
