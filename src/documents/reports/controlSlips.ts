import stringWidth from 'string-width';
import { withLabel } from '../../language/text.js';
import { oneLine } from '../../outsideText.js';
import { type ControlSlip, minutesText, type SlipSum, slipText, writtenText } from '../controlSlip.js';
import type { OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import { closingFacts } from './closingFacts.js';
import { type ReportContext, type ReportOptions, reportContext } from './reportContext.js';

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
  return files.flatMap(({ name, controlSlip }) => {
    if (controlSlip === undefined) return [];
    const content = new TextEncoder().encode(pageOf(name, controlSlip, context));
    const rows = controlSlip.codes.length + controlSlip.employees.length + 1;
    return [{ name: `${name.replace(/\.[^.]+$/, '')}_control.txt`, rows, content }];
  });
}

/** With the mark and line ends that every editor on every system takes. */
function pageOf(name: string, slip: ControlSlip, context: ReportContext): string {
  const { t, subtitle, draft, language } = context;
  const headings = [t('slipLines'), t('slipFile'), t('slipRun')];
  const total = rowOf([t('total')], slip, slip, context);
  const codes = slip.codes.map((sum) => rowOf([sum.code], sum, slip, context));
  const people = slip.employees.map((sum) => rowOf([sum.employeeNumber, nameOf(sum)], sum, slip, context));
  const lines = [
    withLabel(language, t('controlSlip'), name),
    subtitle,
    ...(draft ? [t('draftNote')] : []),
    ...closingFacts(context).map(([title, value]) => withLabel(language, title, value)),
    '',
    slipText(slip, language),
    '',
    ...table([[t('code'), ...headings], ...codes, total]),
    '',
    ...table([[t('number'), t('employee'), ...headings], ...people, [total[0] ?? '', '', ...total.slice(1)]]),
  ];
  return `\ufeff${lines.map((line) => `${line.trimEnd()}\r\n`).join('')}`;
}

/** Whom the number tells from others needs no id. */
function nameOf({ employeeNumber, employee }: ControlSlip['employees'][number]): string {
  return oneLine(employeeNumber === '' ? employee : employee.replace(/ \([^()]*\)$/, ''));
}

function rowOf(labels: readonly string[], sum: SlipSum, slip: ControlSlip, context: ReportContext): string[] {
  const { language } = context;
  return [...labels, String(sum.lines), writtenText(sum, slip, language), minutesText(sum.minutes, language)];
}

const NUMBERS = 3;

/** Texts to the left, the three numbers to the right; a box before every row but the headings. */
function table(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(...rows.map((row) => stringWidth(row[index] ?? ''))),
  );
  return rows.map((row, number) => {
    const cells = row.map((cell, index) => {
      const space = ' '.repeat((widths[index] ?? 0) - stringWidth(cell));
      return index < columns - NUMBERS ? cell + space : space + cell;
    });
    return `${number === 0 ? '   ' : '[ ]'} ${cells.join('  ')}`;
  });
}
