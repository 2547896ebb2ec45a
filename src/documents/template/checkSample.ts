import { join } from 'node:path';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message, type Text } from '../../i18n/message.js';
import { hasAmounts } from '../text/amountCells.js';
import type { TextTemplate } from '../text/textTemplate.js';
import { checkDrawnWorkbook, type DrawnWorkbookCheck } from './drawnWorkbook.js';
import {
  buildSample,
  renderTextSample,
  type SampleFile,
  sampleFile,
  type TemplateSample,
} from './renderSample.js';
import { renderTemplate } from './renderTemplate.js';
import { tryCorrection } from './sampleCorrection.js';
import { sampleModel } from './sampleModel.js';
import {
  drawnBytes,
  type Template,
  type TemplateFiles,
  type TemplateOrigin,
  type WorkbookTemplate,
} from './template.js';

/** The folder in a template's folder with the expected result of the sample, byte for byte. */
export const GOLDEN_FOLDER = 'golden';

export interface SampleCheck {
  /** The result of the sample; empty if it could not be rendered. */
  readonly files: readonly SampleFile[];
  /** The problems; empty if the template passes. */
  readonly problems: readonly AnyMessage[];
  /** How paytally interpreted ambiguous references. */
  readonly readings: readonly AnyMessage[];
  /** Probable mistakes, although the files are written. */
  readonly warnings: readonly AnyMessage[];
  /** False if the template has no golden folder. */
  readonly hasGolden: boolean;
}

/**
 * Renders the sample with a template and compares it with its golden files. Reports are written in code and have their
 * own tests, so they are skipped here.
 */
export async function checkSample(template: Template, disk: TemplateFiles): Promise<SampleCheck> {
  const folder = join(template.folder, GOLDEN_FOLDER);
  const expected = template.kind === 'report' ? [] : await disk.list(folder);
  const hasGolden = expected.length > 0;
  const { files, problems: own, readings = [] } = await renderForCheck(template, disk);
  const problems = [...own, ...correctionProblems(template)];
  const warnings = files.flatMap(({ name }) => (hasExtension(name) ? [] : [withoutExtension(name)]));
  if (problems.length > 0 || !hasGolden) return { files, problems, readings, warnings, hasGolden };
  return {
    files,
    problems: await compareWithGolden(files, expected, folder, disk),
    readings,
    warnings,
    hasGolden,
  };
}

/** Digits after a point are the end of a date or a number. */
function hasExtension(name: string): boolean {
  return /\.[a-z0-9]*[a-z][a-z0-9]*$/i.test(name);
}

function withoutExtension(name: string): AnyMessage {
  return message('template.check.noExtension', { name });
}

/** Declarations that cannot be fulfilled. */
function correctionProblems(template: Template): AnyMessage[] {
  return lacksCorrectableAmount(template) ? [message('template.check.noAmount')] : [];
}

/** Whether a template declares corrections without an amount that they could compare. */
export function lacksCorrectableAmount(template: Template): boolean {
  return template.kind === 'text' && template.spec.corrections !== undefined && !hasAmounts(template.spec);
}

interface Rendered {
  readonly files: readonly SampleFile[];
  readonly problems: readonly AnyMessage[];
  readonly readings?: readonly AnyMessage[];
}

async function renderForCheck(template: Template, disk: TemplateFiles): Promise<Rendered> {
  try {
    if (template.kind === 'report') return { files: [], problems: [] };
    if (template.kind === 'workbook') return await tryWorkbook(template, disk);
    const sample = buildSample(template.spec);
    const files = await renderTextSample(template, sample);
    return { files, problems: await problemsOfCorrection(template, sample) };
  } catch (failure) {
    if (!(failure instanceof PaytallyError) || failure.code === 'INTERRUPTED') throw failure;
    return { files: [], problems: [failure.text] };
  }
}

/** Why a correction could not be written, such as a pattern that refuses a minus. */
async function problemsOfCorrection(
  template: TextTemplate & TemplateOrigin,
  sample: TemplateSample,
): Promise<readonly AnyMessage[]> {
  try {
    await tryCorrection(template, sample);
    return [];
  } catch (failure) {
    if (!(failure instanceof PaytallyError) || failure.code === 'INTERRUPTED') throw failure;
    return [message('template.check.correction', { problem: failure.text })];
  }
}

async function compareWithGolden(
  files: readonly SampleFile[],
  expected: readonly string[],
  folder: string,
  disk: TemplateFiles,
): Promise<AnyMessage[]> {
  const missing = expected.filter((name) => !files.some((file) => file.name === name));
  const problems: AnyMessage[] = missing.map((name) =>
    message('template.check.notMade', { path: join(folder, name) }),
  );
  for (const { name, bytes } of files) {
    const path = join(folder, name);
    const golden = await disk.read(path);
    const problem =
      golden === undefined
        ? message('template.check.noGolden', { path })
        : describeFirstDifference(path, golden, bytes);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

/** The first difference of two files, in words; undefined if they are the same bytes. */
function describeFirstDifference(
  path: string,
  expected: Uint8Array,
  actual: Uint8Array,
): AnyMessage | undefined {
  const length = Math.max(expected.length, actual.length);
  for (let index = 0; index < length; index++) {
    if (expected[index] === actual[index]) continue;
    const line = countLines(expected, index);
    return message('template.check.differs', {
      path,
      line,
      expected: quoteLine(expected, line),
      actual: quoteLine(actual, line),
    });
  }
  return undefined;
}

function countLines(bytes: Uint8Array, end: number): number {
  let line = 1;
  for (let index = 0; index < end && index < bytes.length; index++) if (bytes[index] === 10) line++;
  return line;
}

/** As latin1 and quoted, so that line ends and bytes of any encoding show. */
function quoteLine(bytes: Uint8Array, line: number): Text {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .split(/(?<=\n)/)[line - 1];
  return text === undefined ? message('template.check.noLine') : JSON.stringify(text);
}

/** Checks a user's workbook, then fills it with the sample. */
async function tryWorkbook(
  template: WorkbookTemplate,
  disk: TemplateFiles,
): Promise<{ files: readonly SampleFile[] } & DrawnWorkbookCheck> {
  const bytes =
    template.drawn === undefined ? await disk.read(template.workbookPath) : await drawnBytes(template);
  if (bytes === undefined) {
    throw new PaytallyError(
      'TEMPLATE_NOT_FOUND',
      message('template.file.missing', { path: template.workbookPath }),
      {
        record: template.workbookPath,
      },
    );
  }
  const model = sampleModel();
  const check = await checkDrawnWorkbook(bytes, model, template.name, template.words);
  if (check.problems.length > 0) return { files: [], ...check };
  const files = await renderTemplate({ template, variables: {}, locale: undefined, language: 'en' }, model);
  return { files: await Promise.all(files.map(sampleFile)), ...check };
}
