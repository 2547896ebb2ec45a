import { extname, resolve } from 'node:path';
import { balanceChangeJson } from '../app/corrections/changedBalances.js';
import { openSession, withRunHost } from '../app/session/openSession.js';
import {
  type CorrectedEmployer,
  correctPeriod,
  type FailedEmployer,
  throwIfNothingDone,
} from '../app/session/runPeriod.js';
import { refuseContradictions, refuseNoDeliveries, requestBuilder } from '../app/session/runRequests.js';
import type { Context } from '../context.js';
import { deliveryStatusJson } from '../delivery/deliveryStatus.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { formatMessage } from '../i18n/formatMessage.js';
import { builtInOf, type Language, spokenLanguage } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import type { Terminal } from '../runtime/terminal.js';
import { booleanOption, command, optionalText, type ParsedOptions, repeated } from './command.js';
import { correctionsText } from './correctionsText.js';
import { exitStatusOf, failureText } from './failure.js';
import { suggestNextCommand } from './nextCommand.js';
import { nextAfterCorrections } from './nextStep.js';
import { RUN_PARAMETERS } from './runOptions.js';
import { failedJson, namedFailure, topLevelError } from './runResults.js';
import { deliveryFailure, deliveryMessage } from './summary.js';

const PARAMETERS = {
  ...RUN_PARAMETERS,
  final: booleanOption('corrections.option.final'),
  since: optionalText('corrections.option.since', 'run'),
  settle: repeated('corrections.option.settle', 'settle'),
  sheet: optionalText('corrections.option.sheet', 'workbook'),
};

type CorrectionsOptions = ParsedOptions<typeof PARAMETERS>;

export const correctionsCommand = command({
  usage: 'corrections <period>',
  examples: [
    ['$0 corrections 2026-10', 'corrections.example.list'],
    ['$0 corrections 2026-10 --final', 'corrections.example.final'],
    ['$0 corrections 2026-10 --final --settle "3f2a…=paid in cash"', 'corrections.example.settleLine'],
    [
      '$0 corrections 2026-10 --final --settle "datev-lodas=entered by hand"',
      'corrections.example.settleTemplate',
    ],
  ],
  json: '{ "runs": [{ "employer", "period", "lines": [{ "line", "template", "employeeId", "date", "payCode", "establishment", "costCenter", "unit", "before", "after", "difference", "beforeMinutes", "afterMinutes", "differenceMinutes", "written", "cause", "causes", "originalRun", "forPeriod", "inPeriod", "sequence" }], "balances"?: [{ "balance", "employeeId", "forPeriod", "originalRun", "date", "since", "beforeMinutes", "afterMinutes", "surplusBeforeMinutes", "surplusAfterMinutes", "lapsedBeforeMinutes", "lapsedAfterMinutes", "isLater" }], "laterFinals"?: [{ "runId", "from", "to" }], "sheet"?: [{ "template", "forPeriod", "employeeId", "employeeNumber", "code", "payCodes", "date", "costCenter", "unit", "decimals", "recorded", "now", "type", "lines" }], "runId"?, "state"?, "files"? }] }',
  parameters: PARAMETERS,
  run: corrections,
});

type Result = CorrectedEmployer | FailedEmployer;

async function corrections(options: CorrectionsOptions, context: Context): Promise<ExitStatus> {
  refuseContradictions(options);
  if (options.settle.length > 0 && !options.final) {
    throw new PaytallyError('USAGE', message('commands.settleNeedsFinal'), { record: '--settle' });
  }
  const settle = new Map(options.settle.map(parseSettlement));
  const sheet = options.sheet === undefined ? undefined : resolve(context.cwd, options.sheet);
  const session = await openSession(options, context);
  const { loaded, employers, terminal } = session;
  if (sheet !== undefined) refuseSheet(sheet, employers);
  const buildRequest = requestBuilder(options, context, session, options.dryRun ? 'plan' : 'write');
  refuseNoDeliveries(options, loaded, employers);
  const writesTo = options.final && !options.dryRun ? session.storeFolder : undefined;
  return withRunHost(context, session, { ...options, writesTo }, async (host) => {
    const results: Result[] = [];
    for (const key of employers) {
      const request = { ...buildRequest(key), settle, sheet, since: options.since };
      results.push(await correctPeriod(host, request, key));
    }
    throwIfNothingDone(context.signal, results);
    const done = results.filter((result) => 'outcome' in result);
    const failed = results.find((result) => 'failure' in result);
    const undelivered = deliveryFailure(done.flatMap(({ deliveries = [] }) => deliveries));
    terminal.progress(undefined);
    const printing = { cwd: context.cwd, terminal, language: loaded.language, isOnly: results.length === 1 };
    for (const result of results) printResult(result, options, printing);
    if (options.json)
      terminal.result(
        JSON.stringify({ ...topLevelError(results, undelivered), runs: results.map(resultJson) }),
      );
    if (failed !== undefined) return exitStatusOf(failed.failure);
    suggestNextCommand(nextAfterCorrections(done, options, loaded), { terminal, context, options });
    if (undelivered !== undefined) terminal.alert(failureText(undelivered, loaded.language));
    return undelivered?.exitStatus ?? ExitStatus.done;
  });
}

/** @throws PaytallyError USAGE */
function refuseSheet(path: string, employers: readonly string[]): void {
  if (extname(path).toLowerCase() !== '.xlsx') {
    throw new PaytallyError('USAGE', message('commands.sheetNotXlsx', { path }), { record: '--sheet' });
  }
  if (employers.length > 1) {
    const { length: count } = employers;
    throw new PaytallyError('USAGE', message('commands.sheetOfMany', { count }), { record: '--sheet' });
  }
}

/** @throws PaytallyError USAGE */
function parseSettlement(text: string): [string, string] {
  const [, line = '', reason = ''] = text.match(/^([^=]*)=?(.*)$/s) ?? [];
  if (line.trim() !== '' && reason.trim() !== '') return [line.trim(), reason.trim()];
  throw new PaytallyError('USAGE', message('commands.settleIncomplete', { text }), { record: text });
}

interface Printing {
  readonly cwd: string;
  readonly terminal: Terminal;
  /** The language of the session. */
  readonly language: Language;
  readonly isOnly: boolean;
}

function printResult(
  result: Result,
  { json }: CorrectionsOptions,
  { cwd, terminal, language, isOnly }: Printing,
): void {
  if ('failure' in result) {
    terminal.alert(isOnly ? failureText(result.failure, language) : namedFailure(result, language));
    return;
  }
  if (json) return;
  const { deliveries = [] } = result;
  const place = { cwd, width: terminal.width };
  const { config } = result.outcome;
  const spoken = spokenLanguage(builtInOf(language), config.language);
  const outcome = { ...result.outcome, config: { ...config, language: spoken } };
  const lines = deliveries.map((each) => formatMessage(deliveryMessage(each, false), outcome.config));
  terminal.result([correctionsText(outcome, place), ...lines].join('\n'));
}

function resultJson(result: Result): object {
  return 'failure' in result ? failedJson(result) : correctedJson(result);
}

/** The contract's JSON form of one employer's corrections. */
export function correctedJson(result: CorrectedEmployer): object {
  const {
    employer,
    period,
    lines,
    older,
    sheet,
    openElsewhere,
    balances,
    made,
    laterFinals = [],
  } = result.outcome;
  const recorded = made === undefined ? {} : { runId: made.runId, state: 'correction', files: made.files };
  // With --final, `lines` are the recorded ones.
  const listed = new Set(lines.map(({ line }) => line));
  const olderLines = older.filter(({ line }) => !listed.has(line));
  const olderJson = olderLines.length === 0 ? {} : { olderLines };
  const deliveries =
    result.deliveries === undefined ? {} : { deliveries: result.deliveries.map(deliveryStatusJson) };
  return {
    ...recorded,
    employer,
    period: { from: period.from, to: period.to },
    lines,
    ...olderJson,
    ...(openElsewhere.count === 0 ? {} : { openElsewhere: openElsewhere.count }),
    ...(balances.length === 0 ? {} : { balances: balances.map(balanceChangeJson) }),
    ...(laterFinals.length === 0 ? {} : { laterFinals }),
    ...(sheet.length === 0 ? {} : { sheet }),
    ...deliveries,
  };
}
