import type { TextTemplate } from '../text/textTemplate.js';

/** Where a template came from; `builtIn` ones ship with the package. */
export interface TemplateOrigin {
  readonly name: string;
  readonly folder: string;
  readonly builtIn: boolean;
}

export interface WorkbookTemplate extends TemplateOrigin {
  readonly kind: 'workbook';
  readonly description: string;
  /** Path of the workbook that somebody drew. */
  readonly workbookPath: string;
  /** The workbook as it was when the run began, base64: kept with the run, so that it can be made again. */
  readonly drawn?: string;
  /** The pictures that data may choose in it, by their paths, base64: kept with the run as well. */
  readonly pictures?: Readonly<Record<string, string>>;
}

export const REPORTS = [
  'monthly-hours',
  'timesheets',
  'timesheets-pdf',
  'timesheets-pdf-each',
  'review',
  'control-slip',
] as const;
export type ReportName = (typeof REPORTS)[number];

export interface ReportTemplate extends TemplateOrigin {
  readonly kind: 'report';
  readonly description: string;
  readonly report: ReportName;
  /** Of a copy of `review`: the files of its page as they were when the run began, by name; kept with the run. */
  readonly page?: Readonly<Record<string, string>>;
}

export type Template = (TextTemplate & TemplateOrigin) | WorkbookTemplate | ReportTemplate;
