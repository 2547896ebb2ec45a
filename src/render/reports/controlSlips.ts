import { withLabel } from '../../language/text.js';
import { oneLine } from '../../runtime/outsideText.js';
import { type ControlSlip, minutesText, type SlipSum, slipQuantityText, slipText, writtenText } from '../controlSlip.js';
import type { OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import { closingFacts } from './closingFacts.js';
import { paperTable } from './paperTable.js';
import { type ReportContext, type ReportOptions, reportContext } from './reportContext.js';
import { eachRow, textOf } from './rowAccess.js';

/**
 * A page of text for each payroll file: what it adds up to, line by line with a box to tick off. It is called like the
 * file, with `_control.txt` at the end.
 */
export function renderControlSlips(
  files: readonly OutputFile[],
  model: TemplateModel,
  options: ReportOptions,
): OutputFile[] {
  const context = reportContext(model, options);
  const labels = files.some(({ controlSlip }) => controlSlip) ? codeLabels(model) : new Map();
  return files.flatMap(({ name, controlSlip }) => {
    if (controlSlip === undefined) return [];
    const content = new TextEncoder().encode(pageOf(name, controlSlip, context, labels));
    const { codes, employees, quantities = [] } = controlSlip;
    const rows = codes.length + employees.length + quantities.length + 1;
    return [{ name: `${name.replace(/\.[^.]+$/, '')}_control.txt`, rows, content }];
  });
}

/** Lines, hours in the file, hours of the run. */
const NUMBERS = 3;

/** Code of the payroll system -> what people read for it; several pay codes can have one. */
type CodeLabels = ReadonlyMap<string, ReadonlySet<string>>;

function codeLabels(model: TemplateModel): CodeLabels {
  const labels = new Map<string, Set<string>>();
  for (const row of eachRow(model, 'pay-lines')) {
    const code = textOf(row, 'external') || textOf(row, 'payCode');
    labels.set(code, (labels.get(code) ?? new Set()).add(textOf(row, 'payCodeLabel')));
  }
  return labels;
}

/** An amount of several codes is called by all of them. */
function labelOf(code: string, labels: CodeLabels): string {
  const all = code.split(' + ').flatMap((each) => [...(labels.get(each) ?? [])]);
  return oneLine([...new Set(all)].join(' + '));
}

/** With the mark and line ends that every editor on every system takes. */
function pageOf(name: string, slip: ControlSlip, context: ReportContext, labels: CodeLabels): string {
  const { t, subtitle, draft, language } = context;
  const headings = [t('slipLines'), t('slipFile'), t('slipRun')];
  const total = rowOf([t('total'), ''], slip, slip, context);
  const codes = slip.codes.map((sum) => rowOf([sum.code, labelOf(sum.code, labels)], sum, slip, context));
  const people = slip.employees.map((sum) => rowOf([sum.employeeNumber, nameOf(sum)], sum, slip, context));
  const lines = [
    withLabel(language, t('controlSlip'), name),
    subtitle,
    ...(draft ? [t('draftNote')] : []),
    ...closingFacts(context).map(([title, value]) => withLabel(language, title, value)),
    '',
    slipText(slip, language),
    '',
    ...paperTable([[t('code'), '', ...headings], ...codes, total], NUMBERS),
    '',
    ...paperTable([[t('number'), t('employee'), ...headings], ...people, total], NUMBERS),
    ...quantityTable(slip, context, labels),
  ];
  return `\ufeff${lines.map((line) => `${line.trimEnd()}\r\n`).join('')}`;
}

/** Meals, nights and days of leave of each code: they are no hours, and are ticked off apart. */
function quantityTable({ quantities = [] }: ControlSlip, { t, language }: ReportContext, labels: CodeLabels) {
  if (quantities.length === 0) return [];
  const rows = quantities.map((each) => {
    const { code, lines } = each;
    return [code, labelOf(code, labels), String(lines), slipQuantityText(each, language)];
  });
  return ['', ...paperTable([[t('code'), '', t('slipLines'), t('slipFile')], ...rows], NUMBERS - 1)];
}

/** Whom the number tells from others needs no id. */
function nameOf({ employeeNumber, employee }: ControlSlip['employees'][number]): string {
  return oneLine(employeeNumber === '' ? employee : employee.replace(/ \([^()]*\)$/, ''));
}

function rowOf(labels: readonly string[], sum: SlipSum, slip: ControlSlip, context: ReportContext): string[] {
  const { language } = context;
  return [...labels, String(sum.lines), writtenText(sum, slip, language), minutesText(sum.minutes, language)];
}
