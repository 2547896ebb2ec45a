import { dateText } from '../../i18n/dateText.js';
import { type Say, sayIn } from '../../i18n/formatMessage.js';
import type { HourNotation } from '../../i18n/hoursText.js';
import { type Language, languageOf } from '../../i18n/language.js';
import { oneLine } from '../../runtime/outsideText.js';
import type { FileDigest, FileDigests } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import { type RowsOfPerson, SortedPeople, sortModelByPerson } from './personOrder.js';
import { textField } from './rowAccess.js';

export interface ReportOptions {
  /** @default the run's language (`run.language`), else English */
  readonly language?: Language;
  /** @default clock */
  readonly hours?: HourNotation;
  /** Digests of the other files of a final. */
  readonly digests?: FileDigests | undefined;
  /** The number of such files. @default 0 */
  readonly otherFiles?: number;
}

/** The input of every sheet of a report. */
export interface ReportContext {
  /** With people in the order of their names. */
  readonly model: TemplateModel;
  /** All employees by name, with their rows of several sets: each person's work is computed once. */
  readonly people: Iterable<RowsOfPerson>;
  readonly language: Language;
  readonly hours: HourNotation;
  /** Writes texts in the report's language. */
  readonly say: Say;
  /** A run field as text. */
  readonly run: (field: string) => string;
  readonly draft: boolean;
  /** `2026-10-01 – 2026-10-31`, preceded by the name of the period if it does not follow from the dates. */
  readonly period: string;
  /** `Bakery · 2026-10-01 – 2026-10-31`. */
  readonly subtitle: string;
  /** The run's other files, after they were written; only for a final. */
  readonly files: { readonly count: number; readonly list: () => readonly FileDigest[] };
}

/** `2026-10`, `2026-Q4`, `2026-W44`, `2026`, `2026-10-05..2026-10-11`. */
const PLAIN_PERIOD = /^\d{4}(-\d\d|-Q\d|-W\d\d|-\d\d-\d\d\.\..*)?$/;

export function reportContext(model: TemplateModel, options: ReportOptions): ReportContext {
  const run = (field: string) => textField(model.run, `run.${field}`);
  const language = options.language ?? languageOf(run('language'));
  const hours = options.hours ?? 'clock';
  const dates = `${dateText(language, run('from'))} – ${dateText(language, run('to'))}`;
  const label = run('periodLabel');
  const period = PLAIN_PERIOD.test(label) ? dates : `${label} · ${dates}`;
  const people = new SortedPeople(model);
  return {
    model: sortModelByPerson(model, people),
    people,
    language,
    hours,
    say: sayIn({ language, hours }),
    run,
    draft: run('state') !== 'final',
    period,
    files: {
      count: options.digests === undefined ? 0 : (options.otherFiles ?? 0),
      list: () => options.digests?.list() ?? [],
    },
    subtitle: `${run('employerName')} · ${period}`,
  };
}

/** `<employer>_<period label>_<template>.<extension>`, without characters that file systems refuse. */
export function outputName({ run }: ReportContext, template: string, extension = 'xlsx'): string {
  const name = `${run('employer')}_${run('periodLabel')}_${template}`;
  return `${oneLine(name).replace(/[\\/:*?"<>|]/g, '-')}.${extension}`;
}
