import { join } from 'node:path';
import type { OutputFile } from '../outputFile.js';
import { outputName, type ReportOptions, reportContext } from '../reports/reportContext.js';
import type { TemplateModel } from '../templateModel.js';
import { type ReviewComparison, reviewData } from './reviewData.js';
import { reviewPage } from './reviewPage.js';

export interface ReviewOptions extends ReportOptions {
  /** The folder of the template, with the page's scripts and style. */
  readonly templateFolder: string;
  /** The final run before this one. */
  readonly previous?: ReviewComparison | undefined;
}

/** The page `review`: one HTML file that needs no network. The same model gives the same bytes. */
export async function renderReview(model: TemplateModel, options: ReviewOptions): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const data = reviewData(context, options.previous);
  const folder = join(options.templateFolder, 'page');
  const page = await reviewPage(data, folder);
  async function* withFiles(): AsyncGenerator<Uint8Array> {
    yield await reviewPage({ ...data, files: context.files.list() }, folder);
  }
  const content = context.files.count === 0 ? page : { [Symbol.asyncIterator]: withFiles };
  return [{ name: outputName(context, 'review', 'html'), rows: data.people.length, content }];
}
