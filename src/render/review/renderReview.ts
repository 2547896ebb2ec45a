import type { OutputFile } from '../outputFile.js';
import { outputName, type ReportOptions, reportContext } from '../reports/reportContext.js';
import type { TemplateModel } from '../templateModel.js';
import { type ReviewComparison, reviewData } from './reviewData.js';
import { type PageFiles, pageFilesIn, reviewPage } from './reviewPage.js';

export interface ReviewOptions extends ReportOptions {
  /** The folder of the template, with the page's scripts and style. */
  readonly templateFolder: string;
  /** The same as a run has kept it; the folder is not looked at then. */
  readonly page?: PageFiles | undefined;
  /** The final run before this one. */
  readonly previous?: ReviewComparison | undefined;
}

/** The page `review`: one HTML file that needs no network. The same model gives the same bytes. */
export async function renderReview(model: TemplateModel, options: ReviewOptions): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const data = reviewData(context, options.previous);
  const parts = options.page ?? (await pageFilesIn(options.templateFolder));
  const page = await reviewPage(data, parts);
  async function* withFiles(): AsyncGenerator<Uint8Array> {
    yield await reviewPage({ ...data, files: context.files.list() }, parts);
  }
  const content = context.files.count === 0 ? page : { [Symbol.asyncIterator]: withFiles };
  return [{ name: outputName(context, 'review', 'html'), rows: data.people.length, content }];
}
