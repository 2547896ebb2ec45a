import { periodInWords } from '../../documents/model/runFields.js';
import { renderRegisterReport } from '../../documents/register/registerReport.js';
import type { RegisterUnit } from '../../domain/corrections/compareRegister.js';
import { sayIn } from '../../i18n/formatMessage.js';
import { decimalText } from '../../i18n/hoursText.js';
import type { Language } from '../../i18n/language.js';
import { printable } from '../../runtime/outsideText.js';
import { withClaims } from '../../sources/staging/withStore.js';
import { writeFiles } from '../export/writeFiles.js';
import type { ExplainedDifference, RegisterComparison } from './registerComparison.js';

interface ReportOrder {
  /** For the files, absolute. */
  readonly folder: string;
  /** The configuration's folder. */
  readonly home: string;
  readonly language: Language;
  /** The command that leads from the exported hours to entries; empty if nothing was exported. */
  readonly explainOf: (difference: ExplainedDifference) => string;
  readonly packageFolder: string;
  readonly signal: AbortSignal;
}

/** Writes the report of a comparison. @returns the paths. @throws PaytallyError OUTPUT_NOT_WRITTEN */
export async function writeRegisterReport(
  comparison: RegisterComparison,
  { folder, home, language, explainOf, packageFolder, signal }: ReportOrder,
): Promise<readonly string[]> {
  const report = {
    run: runFields(comparison, language),
    summary: summaryLines(comparison, language),
    differences: comparison.differences.map((difference) => ({
      ...difference,
      meaning: meaningText(difference, comparison, language),
      behind: daysBehind(difference),
      explain: explainOf(difference),
      lines: difference.lines.join(', '),
    })),
  };
  const files = await renderRegisterReport(report, packageFolder);
  const written = await withClaims(home, (temporaries) => writeFiles({ folder, files, signal, temporaries }));
  return written.map(({ path }) => path);
}

/** What was compared and found, a line each. */
export function summaryLines(comparison: RegisterComparison, language: Language): string[] {
  const say = sayIn(language);
  const { layout, template, finals, corrections, compared, differences } = comparison;
  const { unreadable, totals, ignoredLines } = comparison;
  const differing = new Set(differences.map(({ employeeId, who }) => employeeId ?? who)).size;
  return [
    say('register.compared', {
      people: compared.people,
      codes: compared.codes,
      lines: compared.lines,
      layout,
      template: template || 'pay-lines',
      finals: finals.length,
      corrections,
    }),
    differences.length === 0
      ? say('register.equal')
      : say('register.found', { count: differences.length, people: differing }),
    ...unreadable.map(({ line, text }) => say('register.unreadable', { line, text: printable(text) })),
    ...(totals.length === 0
      ? []
      : [
          say('register.totals', {
            count: totals.length,
            lines: totals.map(({ line }) => line).join(', '),
          }),
        ]),
    ...(ignoredLines === 0 ? [] : [say('register.ignored', { count: ignoredLines })]),
  ];
}

/** What a difference means, in words. */
export function meaningText(
  difference: ExplainedDifference,
  comparison: RegisterComparison,
  language: Language,
): string {
  const { kind, other = '', exported, code } = difference;
  const partner = comparison.differences.find(({ employeeId }) => employeeId === other)?.name ?? other;
  const { unit } = difference;
  const amount = (value = 0) => {
    const text = unitAmount(value, unit, language);
    return unit === 'hours' ? sayIn(language)('register.unit.hours', { amount: text }) : text;
  };
  return sayIn(language)('register.kind', {
    kind: kind.replaceAll('-', '_'),
    other: printable(partner),
    code: printable(code),
    who: printable(difference.who),
    final: amount(exported?.finalAmount),
    settled: amount(exported?.settledAmount),
  });
}

/** `7.50`, or `2 times` and `1.5 days`. */
export function unitAmount(value: number, unit: RegisterUnit, language: Language): string {
  if (unit === 'hours') return decimalText(value, 2, language);
  const plain = String(Math.round(value * 100) / 100);
  const text = decimalText(value, plain.split('.')[1]?.length ?? 0, language);
  return sayIn(language)(`register.unit.${unit}`, { amount: text });
}

/** The days of the exported hours, each with its entries. */
function daysBehind({ exported, entries }: ExplainedDifference) {
  return (exported?.days ?? []).map((day) => {
    const own = entries.filter(({ date, payCode }) => date === day.date && payCode === day.payCode);
    const ids = [...new Set(own.map(({ entryId }) => entryId))];
    return { ...day, entries: ids.join(', ') };
  });
}

function runFields(
  { config, period, employer }: RegisterComparison,
  language: Language,
): Record<string, string> {
  return {
    'run.employer': employer,
    'run.employerName': config.employerName,
    'run.periodLabel': period.label,
    'run.from': period.from,
    'run.to': period.to,
    'run.language': language,
    'run.periodText': periodInWords(language, period),
    'run.state': 'final',
  };
}
