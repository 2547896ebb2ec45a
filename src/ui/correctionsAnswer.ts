import { basename } from 'node:path';
import { causesText, settledBeforeTexts } from '../app/corrections/causeText.js';
import type { CorrectionsOutcome } from '../app/corrections/correctionReport.js';
import { ExportBlocked } from '../app/export/exportBlocked.js';
import { balanceTexts } from '../app/session/balanceText.js';
import { payCodeLabel } from '../domain/computed/computedPeriod.js';
import { blockingFindings, type ExceptionCode } from '../domain/exceptions/finding.js';
import type { PaytallyError } from '../errors.js';
import { formatMessage, plainAmount, sayIn, signedAmount } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';

export type CorrectionsAnswer = ReturnType<typeof correctionsAnswer>;

/** What has changed since the finals, in readable form. */
export function correctionsAnswer(outcome: CorrectionsOutcome, language: Language) {
  const { made, lines, older, byHand, sheet, openElsewhere } = outcome;
  const { balances, unknownBalances, nameOf, config, refusal } = outcome;
  const say = sayIn({ ...config, language });
  const all = new Map([...lines, ...older, ...byHand].map((line) => [line.line, line]));
  return {
    lines: [...all.values()].map(correctionAnswer(outcome, language)),
    // Lines to type into payroll systems that cannot import corrections.
    byHand: sheet.map((entry) => ({
      template: entry.template,
      number: entry.employeeNumber,
      person: entry.employeeId,
      who: nameOf(entry.employeeId),
      code: entry.code,
      costCenter: entry.costCenter,
      unit: entry.unit,
      date: entry.date,
      period: entry.forPeriod,
      lines: entry.lines,
      // Why payroll may have the right amount already; null if no settlement is undone.
      note: settledBeforeTexts(entry.settledBefore, say)[0] ?? null,
      type: `${entry.type > 0 ? '+' : ''}${entry.type.toFixed(entry.decimals)} ${say(`terminal.unit.${entry.unit}`)}`,
    })),
    balances: balances.map((change) => ({
      id: change.id,
      who: nameOf(change.employeeId),
      isLater: change.isLater,
      ...balanceTexts(change, say, language),
    })),
    unknownBalances: unknownBalances.map(nameOf),
    // Changes that only the whole of other periods shows.
    elsewhere: { ...openElsewhere, periods: openElsewhere.periods.join(', ') },
    // What blocks a correction, beside lines to enter by hand and establishments that are gone.
    blocked: refusal === undefined || isAskedHere(refusal) ? null : blockedAnswer(refusal, language),
    made:
      made === undefined ? null : { runId: made.runId, files: made.files.map(({ path }) => basename(path)) },
  };
}

/** Exceptions that the page itself asks about, for the lines concerned. */
const ASKED_HERE: readonly ExceptionCode[] = ['ENTRIES_GONE', 'SETTLED_AGAIN'];

/** What the page itself asks about. */
function isAskedHere(refusal: PaytallyError): boolean {
  const { code, text } = refusal;
  if (refusal instanceof ExportBlocked)
    return blockingFindings(refusal.found.findings, 'final').every((found) =>
      ASKED_HERE.includes(found.code),
    );
  return code === 'CORRECTIONS_BY_HAND' || ('id' in text && text.id === 'corrections.placeGone');
}

function blockedAnswer({ text, remedyText }: PaytallyError, language: Language) {
  return { message: formatMessage(text, language), remedy: formatMessage(remedyText, language) };
}

/** A readable line: employee, day, old and new value, cause. */
function correctionAnswer(
  { config, nameOf, vanished, unchangedInFile }: CorrectionsOutcome,
  language: Language,
) {
  const say = sayIn(language);
  const notation = { ...config, language };
  return (line: CorrectionsOutcome['lines'][number]) => ({
    line: line.line,
    // null for a pay line that no template prints.
    template: line.template,
    disposition: line.disposition,
    // In the file, or why the file stays as it is.
    handling: say(`terminal.handling.${unchangedInFile.get(line.line) ?? line.disposition}`),
    date: line.date,
    person: line.employeeId,
    who: nameOf(line.employeeId),
    place: line.establishment,
    costCenter: line.costCenter,
    // Its establishment is no longer listed: a correction of the line must be accepted.
    isGone: line.causes.includes('establishment-gone'),
    // All work of several people or of an establishment is gone: so must this.
    isVanished: vanished.has(line.line),
    // It would undo a settlement: so must this.
    isSettledAgain: line.settledBefore !== undefined && line.disposition === 'file',
    payCode: payCodeLabel(line.payCode, config.payCodes, language),
    before: plainAmount(line.before, line.unit, notation),
    after: plainAmount(line.after, line.unit, notation),
    difference: signedAmount(line.difference, line.unit, notation),
    cause: causesText(line, say),
  });
}
