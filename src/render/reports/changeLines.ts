import type { ReviewTexts } from '../../language/review/reviewTexts.js';
import type { TemplateModel } from '../templateModel.js';
import { eachRow, numberOf, textOf } from './rowAccess.js';

/** What moved unusually, in words. */
export interface ChangeLine {
  readonly key: string;
  /** The period that it is compared with; of a run of the same period, a text that says so. */
  readonly against: string;
  readonly name: string;
  /** What happened. */
  readonly what: string;
  /** The pay code, where it is about one. */
  readonly code: string;
  readonly beforeMinutes: number;
  readonly afterMinutes: number;
}

/** The data set `changes` in the order in which people look: who came and went, then hours, then pay codes. */
export function changeLines(model: TemplateModel, texts: ReviewTexts): ChangeLine[] {
  return [...eachRow(model, 'changes')].map((row, index) => {
    const kind = `change-${textOf(row, 'change')}` as keyof ReviewTexts;
    return {
      key: String(index),
      against: textOf(row, 'against') === 'same-period' ? texts.changesSame : textOf(row, 'label'),
      name: textOf(row, 'employee.name'),
      what: texts[kind],
      code: textOf(row, 'payCodeLabel'),
      beforeMinutes: numberOf(row, 'beforeMinutes') ?? 0,
      afterMinutes: numberOf(row, 'afterMinutes') ?? 0,
    };
  });
}
