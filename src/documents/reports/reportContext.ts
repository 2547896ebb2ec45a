import { dateText } from '../../language/dateText.js';
import { type Language, languageOf } from '../../language/language.js';
import { type TextKey, text } from '../../language/text.js';
import { oneLine } from '../../outsideText.js';
import type { ReportModel } from '../reportModel.js';
import { inPersonOrder } from './personOrder.js';
import { textOf } from './rowAccess.js';

export interface ReportOptions {
  /** @default the run's language (`run.language`), else English */
  readonly language?: Language;
}

/** What every sheet of a report needs to know. */
export interface ReportContext {
  /** With people in the order of their names. */
  readonly model: ReportModel;
  readonly language: Language;
  /** A heading in the report's language. */
  readonly t: (key: TextKey) => string;
  /** A run field as text. */
  readonly run: (field: string) => string;
  readonly draft: boolean;
  /** `Bakery · 2026-10 · 01/10/2026 – 31/10/2026`. */
  readonly subtitle: string;
}

export function reportContext(model: ReportModel, options: ReportOptions): ReportContext {
  const run = (field: string) => textOf(model.run, `run.${field}`);
  const language = options.language ?? languageOf(run('language'));
  const dates = `${dateText(language, run('from'))} – ${dateText(language, run('to'))}`;
  return {
    model: inPersonOrder(model),
    language,
    t: (key) => text(language, key),
    run,
    draft: run('state') !== 'final',
    subtitle: `${run('employerName')} · ${run('periodLabel')} · ${dates}`,
  };
}

/** `<employer>_<period label>_<template>.<extension>`, without characters that a file system refuses. */
export function outputName({ run }: ReportContext, template: string, extension = 'xlsx'): string {
  const name = `${run('employer')}_${run('periodLabel')}_${template}`;
  return `${oneLine(name).replace(/[\\/:*?"<>|]/g, '-')}.${extension}`;
}
