import { message } from '../../i18n/message.js';
import { hasSteering } from '../../runtime/outsideText.js';
import type { DataRow } from '../dataSet.js';
import { expressionProblem } from '../languageWords.js';
import type { OutputFile } from '../outputFile.js';
import { factsOfText, textSettings, writeText } from './composedText.js';
import { dayAfter, dayBefore, type FilePart, partFields, safeInName, wholePeriod } from './filePart.js';
import { extensionOf, type FileSpec, hasRows } from './fileSpec.js';
import type { RenderContext } from './renderContext.js';
import { RenderProblems } from './renderProblems.js';

/** Renders a file's name for a run and a part of it. */
type NamePattern<Name> = (run: DataRow, part: FilePart) => Name;

/**
 * The file's name: its pattern, otherwise `EMPLOYER_PERIOD_TEMPLATE.EXTENSION`. A name that is not valid everywhere is
 * a problem.
 */
export function buildFileName(context: RenderContext, file: FileSpec, part: FilePart): string {
  const name = renderName(context, file, part);
  if (!isSafeFileName(name))
    context.problems.add(message('template.fileName.invalid'), { column: 'fileName', value: name });
  return name;
}

/** The file's name, and the folder of its period if the name is the same in every period. */
export function placeFile(
  context: RenderContext,
  file: FileSpec,
  part: FilePart,
): Pick<OutputFile, 'name' | 'folder'> {
  const name = buildFileName(context, file, part);
  if (context.spec.audience !== 'payroll' || !hasRows(file)) return { name };
  const { run } = context.model;
  // A problem of the name itself is known already.
  const problems = new RenderProblems(context.templateName);
  const nameIn: NamePattern<string> = (inRun, inPart) =>
    renderName({ ...context, problems, model: { ...context.model, run: inRun } }, file, inPart);
  return isSameInOtherPeriods(nameIn, run, part) ? { name, folder: periodFolder(run) } : { name };
}

/**
 * Whether the day before or after the period would give the same name, as the names that payroll systems prescribe do
 * (`CLOCKIN.001`), and names with the month for a part of a month.
 */
export function isSameInOtherPeriods<Name>(
  nameIn: NamePattern<Name>,
  run: DataRow,
  part: FilePart = wholePeriod(run),
): boolean {
  const name = nameIn(run, part);
  return [dayBefore(part.from), dayAfter(part.to)].some((day) => {
    const other = { ...run, 'run.from': day, 'run.to': day, 'run.periodLabel': day };
    const { fingerprint, named } = part;
    const kept = { fingerprint, ...(named === undefined ? {} : { named }) };
    return nameIn(other, { ...wholePeriod(other), ...kept, label: labelOn(day, part, run) }) === name;
  });
}

/** The label keeps the value by which a file was split. */
function labelOn(day: string, { label }: FilePart, run: DataRow): string {
  const period = String(run['run.periodLabel']);
  return label.startsWith(period) ? `${day}${label.slice(period.length)}` : day;
}

/** The folder, within the output folder, of a period's files with names that other periods have too. */
export function periodFolder(run: DataRow): string {
  return `${run['run.employer']}_${run['run.periodLabel']}`;
}

function renderName(context: RenderContext, file: FileSpec, part: FilePart): string {
  const { run } = context.model;
  if (file.fileName === undefined)
    return `${run['run.employer']}_${part.label}_${context.templateName}.${extensionOf(file)}`;
  const values = { ...part.named, ...run, ...partFields(part) };
  const fields = [...context.model.dataSets.values()].flatMap((set) => set.fields);
  const facts = factsOfText(
    safeValues(values),
    safeValues(context.variables),
    fields.filter(({ name }) => Object.hasOwn(part.named ?? {}, name)),
  );
  try {
    return writeText(file.fileName, facts, textSettings(context)).trim();
  } catch (cause) {
    context.problems.add(expressionProblem(cause), { column: 'fileName' });
    return 'unnamed';
  }
}

/** Names of employers and places may contain a slash or a quote. */
function safeValues(values: DataRow): DataRow {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? safeInName(value) : value,
    ]),
  );
}

const FORBIDDEN = /[<>:"/\\|?*]/;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const LONGEST = 200;

/** Whether a name is valid on all file systems, and is not a path. */
export function isSafeFileName(name: string): boolean {
  return (
    name !== '' &&
    name.length <= LONGEST &&
    !FORBIDDEN.test(name) &&
    !hasSteering(name) &&
    !RESERVED.test(name) &&
    !/^\.|[. ]$/.test(name)
  );
}
