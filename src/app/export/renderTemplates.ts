import type { Config } from '../../config/config.js';
import { withFiles } from '../../documents/monthly/monthlySets.js';
import { FileDigests, type OutputFile, type TemplateOutput } from '../../documents/outputFile.js';
import type { FontPlaces } from '../../documents/pdf/fontFiles.js';
import type { PdfFonts } from '../../documents/pdf/pdfFonts.js';
import type { ReportOptions } from '../../documents/reports/reportContext.js';
import { applyFileName, formatFileName, type NamingFacts } from '../../documents/template/fileNames.js';
import { renderJob, renderTemplate } from '../../documents/template/renderTemplate.js';
import {
  drawnBytes,
  type ReportName,
  type ReportTemplate,
  type Template,
  type WorkbookTemplate,
} from '../../documents/template/template.js';
import { variablesOf } from '../../documents/template/variablesOf.js';
import type { TemplateModel } from '../../documents/templateModel.js';
import { PaytallyError } from '../../errors.js';
import { message, type Text } from '../../i18n/message.js';
import { runInterruptible } from '../../runtime/interruption.js';
import { joinedFailure } from '../../runtime/joinedFailure.js';
import type { PreparedRun } from './prepareRun.js';
import type { PayrollFiles } from './renderedPayroll.js';

/**
 * Renders every template; passes notices about the files to `onNotice`.
 * @param ready templates that were rendered before
 * @throws PaytallyError RENDER_REFUSED with the problems of all templates at once
 */
export async function renderTemplates(
  { templates, fontPlaces }: Rendering,
  model: TemplateModel,
  config: Config,
  onNotice?: (line: Text) => void,
  ready: ReadonlyMap<Template, PayrollFiles> = new Map(),
): Promise<TemplateOutput[]> {
  const outputs = new Map<Template, readonly OutputFile[]>();
  const digests = model.run['run.state'] === 'final' ? new FileDigests() : undefined;
  const covers = await findCovers(templates, digests);
  const failures: unknown[] = [];
  for (const template of [...templates].sort((a, b) => placeInTurn(a, covers) - placeInTurn(b, covers))) {
    const variables = variablesOf(template.name, config);
    const pattern = config.fileNames[template.name];
    try {
      const isBesideRefused = template.kind === 'report' && failures.length > 0;
      // Problems of a refused file are reported with that file.
      const said = { variables, onNotice: isBesideRefused ? undefined : onNotice };
      const before = [...outputs.values()].flat();
      const cover = { digests, otherFiles: before.length };
      const given = { ...said, cover, before, fontPlaces };
      const rendered = ready.get(template);
      const files = rendered
        ? [...rendered.finish(said.onNotice)]
        : await render(template, model, config, given);
      const named =
        pattern === undefined ? files : calledBy(pattern, template, files, { run: model.run, variables });
      outputs.set(
        template,
        named.map((file) => (digests === undefined ? file : digests.watched(ranked(file, template, covers)))),
      );
    } catch (failure) {
      if (failure instanceof PaytallyError && failure.code === 'INTERRUPTED') throw failure;
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw joinedFailure(failures);
  return templates.flatMap((template) =>
    (outputs.get(template) ?? []).map((file) => ({ template: template.name, file })),
  );
}

/** The part of a run that rendering needs. */
type Rendering = Pick<PreparedRun, 'templates' | 'fontPlaces'>;

/** The files of one text or workbook, with the names of the configuration. */
export function renderOne(
  template: Exclude<Template, ReportTemplate>,
  model: TemplateModel,
  config: Config,
  onNotice?: (line: Text) => void,
): Promise<OutputFile[]> {
  const named = applyFileName(template, config.fileNames[template.name]);
  const job = renderJob(named, config, variablesOf(template.name, config));
  return renderTemplate(job, model, onNotice);
}

/** Reports with a cover for the whole run. Each cover lists the files of the templates before it. */
const COVERS: readonly ReportName[] = ['monthly-hours', 'review'];

type Covers = ReadonlyMap<Template, number>;

/** The covers of a final, with their order: the reports above, and drawn workbooks that list its files. */
async function findCovers(templates: readonly Template[], digests: FileDigests | undefined): Promise<Covers> {
  const ranks = await Promise.all(
    templates.map(async (template): Promise<[Template, number]> => {
      if (template.kind === 'report') return [template, COVERS.indexOf(template.report) + 1];
      return [template, template.kind === 'workbook' && digests && (await listsFiles(template)) ? 1 : 0];
    }),
  );
  return new Map(ranks.filter(([, rank]) => rank > 0));
}

async function listsFiles(template: WorkbookTemplate): Promise<boolean> {
  const { drawnDataSets } = await import('../../documents/template/drawnWorkbook.js');
  return (await drawnDataSets(await drawnBytes(template), template.name)).has('files');
}

function ranked(file: OutputFile, template: Template, covers: Covers): OutputFile {
  const rank = covers.get(template);
  return rank === undefined ? file : { ...file, coverRank: rank };
}

/** Control slips are about the files of others, and covers name all of them. */
function placeInTurn(template: Template, covers: Covers): number {
  if (template.kind === 'report' && template.report === 'control-slip') return 0.5;
  return covers.get(template) ?? 0;
}

/** Reports and workbooks are named by the configuration after rendering; several files of one keep their own names. */
function calledBy(
  pattern: string,
  template: Template,
  files: OutputFile[],
  facts: NamingFacts,
): readonly OutputFile[] {
  if (template.kind === 'text' || files.length !== 1) return files;
  return files.map((file) => ({ ...file, name: formatFileName(pattern, template, facts) }));
}

async function render(
  template: Template,
  model: TemplateModel,
  config: Config,
  { onNotice, ...others }: Notices & OtherFiles,
): Promise<OutputFile[]> {
  if (template.kind === 'report') {
    const files = await renderReport(template, model, config, others);
    if (files.length === 0) onNotice?.(message('run.slipNotWritten', { template: template.name }));
    return files;
  }
  const { digests, otherFiles: count = 0 } = others.cover;
  const files = { count, list: () => digests?.list() ?? [] };
  const isCover = template.kind === 'workbook' && digests !== undefined;
  return renderOne(template, isCover ? withFiles(model, files) : model, config, onNotice);
}

async function openFonts(places: FontPlaces): Promise<PdfFonts> {
  const { PdfFonts: fonts } = await import('../../documents/pdf/pdfFonts.js');
  return fonts.open(places);
}

interface Notices {
  readonly onNotice: ((line: Text) => void) | undefined;
}

/** The data of the run's other files for some reports. */
interface OtherFiles {
  readonly cover: Pick<ReportOptions, 'digests' | 'otherFiles'>;
  /** Files that were rendered before. */
  readonly before: readonly OutputFile[];
  readonly fontPlaces: FontPlaces;
}

/**
 * Loads each report on demand: together they are half of the program. Reports that process all employees before their
 * first await are interruptible by Ctrl-C there.
 */
async function renderReport(
  template: ReportTemplate,
  model: TemplateModel,
  { language, hours, links }: Config,
  { cover, before, fontPlaces }: OtherFiles,
): Promise<OutputFile[]> {
  switch (template.report) {
    case 'monthly-hours': {
      const { renderMonthlyHours } = await import('../../documents/drawn/monthlyHours.js');
      const { folder: templateFolder } = template;
      return runInterruptible(() => renderMonthlyHours(model, { language, hours, templateFolder, ...cover }));
    }
    case 'timesheets': {
      const { renderTimesheets } = await import('../../documents/drawn/timesheets.js');
      const { folder: templateFolder } = template;
      return runInterruptible(() => renderTimesheets(model, { language, hours, templateFolder }));
    }
    case 'timesheets-pdf-each': {
      const { renderTimesheetPdfs } = await import('../../documents/pdf/timesheetPdf.js');
      const fonts = await openFonts(fontPlaces);
      return runInterruptible(() => renderTimesheetPdfs(model, { language, hours }, fonts));
    }
    case 'timesheets-pdf': {
      const { renderTimesheetPdf } = await import('../../documents/pdf/timesheetPdf.js');
      const fonts = await openFonts(fontPlaces);
      return runInterruptible(() => renderTimesheetPdf(model, { language, hours }, fonts));
    }
    case 'review': {
      const { renderReview } = await import('../../documents/review/reviewPage.js');
      const { reviewComparison } = await import('../../documents/review/reviewData.js');
      const previous = reviewComparison(model.earlier);
      const { folder: templateFolder, page } = template;
      return runInterruptible(() =>
        renderReview(model, { language, hours, links, templateFolder, page, previous, ...cover }),
      );
    }
    case 'working-time': {
      const { folder: templateFolder } = template;
      const { renderWorkingTime } = await import('../../documents/drawn/workingTimeReport.js');
      return runInterruptible(() => renderWorkingTime(model, { language, hours, templateFolder }));
    }
    case 'database': {
      const { renderDatabase } = await import('../../documents/reports/database.js');
      return runInterruptible(async () => renderDatabase(model, { language, hours }));
    }
    case 'control-slip': {
      const { renderControlSlips } = await import('../../documents/reports/controlSlips.js');
      return renderControlSlips(before, model, { language });
    }
    default:
      throw new PaytallyError('TEMPLATE_INVALID', message('run.report.unknown', { report: template.report }));
  }
}
