import { relative, resolve } from 'node:path';
import {
  comparePayrollRegister,
  type ExplainedDifference,
  type RegisterComparison,
  registerFailure,
} from '../app/register/registerComparison.js';
import {
  meaningText,
  summaryLines,
  unitAmount,
  writeRegisterReport,
} from '../app/register/writeRegisterReport.js';
import { currentLanguage, openSession, withRunHistory } from '../app/session/openSession.js';
import { configOf } from '../config/config.js';
import type { Context } from '../context.js';
import type { Period } from '../domain/period/period.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { questionWords } from '../runtime/questions.js';
import { fittedText } from '../runtime/wrapText.js';
import {
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  repeated,
  requiredText,
  textWithDefault,
} from './command.js';
import { failureJson, failureText } from './failure.js';
import { commandLine } from './nextCommand.js';
import { printable, tableWithin } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  period: requiredText('option.period', 'period'),
  register: requiredText('compareRegister.option.register', 'file'),
  layout: optionalText('compareRegister.option.layout', 'name'),
  ignore: repeated('compareRegister.option.ignore', 'code'),
  registerPeriod: optionalText('compareRegister.option.registerPeriod', 'period'),
  out: textWithDefault('compareRegister.option.out', './out', 'folder'),
  ...EMPLOYER_OPTION,
  ...OUTPUT_OPTIONS,
};

type RegisterOptions = ParsedOptions<typeof PARAMETERS>;

export const compareRegisterCommand = command({
  usage: 'compare-register <period>',
  examples: [
    ['$0 compare-register 2026-10 --register register.xlsx', 'compareRegister.example.recognised'],
    [
      '$0 compare-register 2026-10 --register lodas.csv --layout datev-lodas',
      'compareRegister.example.layout',
    ],
  ],
  json: '{ "runs": [{ "employer", "period", "register", "layout", "template", "finals", "corrections", "registerPeriod": { "from", "to", "where" }, "equal", "compared": { "people", "codes", "lines" }, "differences": [{ "kind", "employeeId", "employeeNumber", "name", "code", "payCodes", "unit": "hours"|"times"|"days", "exported", "paid", "difference", "final", "settled", "exportedHours", "paidHours", "differenceHours" (null unless the unit is hours), "other", "registerLines", "runId", "days", "entries", "explain" }], "unreadable", "totals", "withoutPerson", "ignoredLines", "files" }], "error"? }',
  parameters: PARAMETERS,
  run: compareRegisterFile,
});

/** A register belongs to one employer: if the configuration has several, one has to be chosen. */
async function compareRegisterFile(options: RegisterOptions, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, employers, terminal } = session;
  const [employerKey, ...others] = employers;
  if (employerKey === undefined || others.length > 0)
    throw new PaytallyError('USAGE', message('register.oneEmployer'), { record: '--employer' });
  const path = resolve(context.cwd, options.register);
  const language = currentLanguage(loaded, employerKey);
  const { packageFolder, version, signal } = context;
  const layout = options.layout;
  const request = {
    employerKey,
    periodText: options.period,
    path,
    layout,
    ignored: options.ignore,
    registerPeriod: options.registerPeriod,
    confirmPeriod: confirmPeriod(path, context, language),
    nowMs: context.clock.nowMs(),
  };
  const places = { loaded, packageFolder, version, signal };
  const comparison = await withRunHistory(context, session, (store) =>
    comparePayrollRegister(store, request, places),
  );
  const explainOf = (difference: ExplainedDifference) =>
    explainCommand(difference, comparison, options.config);
  const folder = resolve(context.cwd, options.out);
  const paths = await writeRegisterReport(comparison, {
    folder,
    home: loaded.folder,
    language: configOf(loaded, employerKey).language,
    explainOf,
    packageFolder,
    signal,
  });
  const failure = registerFailure(comparison, path);
  if (options.json) {
    const error = failure === undefined ? {} : { error: failureJson(failure) };
    terminal.result(JSON.stringify({ ...error, runs: [comparisonJson(comparison, path, paths, explainOf)] }));
  } else
    terminal.result(
      comparisonText(
        comparison,
        paths.map((file) => relative(context.cwd, file) || file),
        language,
        { width: terminal.width, config: options.config },
      ),
    );
  if (failure === undefined) return ExitStatus.done;
  terminal.alert(failureText(failure, language));
  return failure.exitStatus;
}

/** Asks at a terminal; undefined without one. */
function confirmPeriod(path: string, { questions }: Context, language: Language) {
  if (questions === undefined) return undefined;
  return ({ label, from, to }: Period): Promise<boolean> => {
    const question = sayIn(language)('register.askPeriod', { path, period: label, from, to });
    return questions.confirm(question, questionWords(language));
  };
}

/** The command that leads from the exported hours to entries; empty if nothing was exported. */
function explainCommand(
  { employeeId, employeeNumber, runId }: ExplainedDifference,
  { period }: RegisterComparison,
  config: string | undefined,
): string {
  if (runId === undefined || employeeId === null) return '';
  const words = ['explain', period.label, '--employee', employeeNumber ?? employeeId, '--run', runId];
  return commandLine(words, { config });
}

function comparisonJson(
  comparison: RegisterComparison,
  register: string,
  files: readonly string[],
  explainOf: (difference: ExplainedDifference) => string,
): object {
  const { employer, period, layout, template, finals, corrections, compared } = comparison;
  const { unreadable, totals, ignoredLines, registerPeriod } = comparison;
  const differences = comparison.differences.map((difference) => {
    const { exported, who: _, lines, other = null, runId = null, entries, ...facts } = difference;
    const { exportedAmount, paidAmount, differenceAmount, ...named } = facts;
    const hours = (amount: number) => (named.unit === 'hours' ? amount : null);
    return {
      ...named,
      payCodes: exported?.payCodes ?? [],
      exported: exportedAmount,
      paid: paidAmount,
      difference: differenceAmount,
      final: exported?.finalAmount ?? 0,
      settled: exported?.settledAmount ?? 0,
      exportedHours: hours(exportedAmount),
      paidHours: hours(paidAmount),
      differenceHours: hours(differenceAmount),
      other,
      registerLines: lines,
      runId,
      days: (exported?.days ?? []).map(({ amount, ...day }) => {
        return named.unit === 'hours' ? { ...day, minutes: amount } : { ...day, [named.unit]: amount };
      }),
      entries,
      explain: explainOf(difference) || null,
    };
  });
  return {
    employer,
    period: { from: period.from, to: period.to },
    register,
    layout,
    template: template || 'pay-lines',
    finals,
    corrections,
    registerPeriod: { from: registerPeriod.from, to: registerPeriod.to, where: registerPeriod.where },
    equal: differences.length === 0 && unreadable.length === 0,
    compared,
    differences,
    unreadable,
    totals,
    withoutPerson: totals.map(({ line }) => line),
    ignoredLines,
    files: files.map((path) => ({ path })),
  };
}

const HEADINGS = ['employee', 'payCode', 'exported', 'paid', 'difference', 'meaning'] as const;

function comparisonText(
  comparison: RegisterComparison,
  files: readonly string[],
  language: Language,
  { width, config }: { readonly width: number | undefined; readonly config: string | undefined },
): string {
  const say = sayIn(language);
  const { differences, employer, period } = comparison;
  const rows = differences.map((difference) => {
    const { employeeNumber, name, code, unit, exportedAmount, paidAmount, differenceAmount } = difference;
    const amount = (value: number) => unitAmount(value, unit, language);
    return [
      `  ${printable([employeeNumber, name].filter(Boolean).join(' '))}`,
      printable(code),
      ...[amount(exportedAmount), amount(paidAmount), amount(differenceAmount)],
      meaningText(difference, comparison, language),
    ];
  });
  const [first] = differences.flatMap((difference) => explainCommand(difference, comparison, config) || []);
  const headings = HEADINGS.map(
    (name, index) => `${index === 0 ? '  ' : ''}${say(`register.heading.${name}`)}`,
  );
  return [
    fittedText(say('register.result', { employer, from: period.from, to: period.to }), width),
    ...summaryLines(comparison, language).map((line) => fittedText(`  ${line}`, width)),
    ...(rows.length === 0 ? [] : [tableWithin([headings, ...rows], width)]),
    ...files.map((path) => fittedText(`  ${say('register.written', { path })}`, width)),
    ...(first === undefined
      ? []
      : [fittedText(`  ${say('register.explainWith', { command: first })}`, width)]),
  ].join('\n');
}
