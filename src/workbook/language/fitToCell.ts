import type { FormatKind } from '../package/cellFormats.js';
import { Mistake } from '../workbookError.js';
import type { ValueType } from './filling.js';

interface Rule {
  readonly unfit: readonly FormatKind[];
  readonly what: string;
  readonly remedy: string;
}

const NOT_CLOCK: Rule = {
  unfit: ['date', 'time', 'datetime'],
  what: 'is a plain number',
  remedy:
    'Give the cell the number format 0.00 or General; for a duration in [h]:mm write the minutes alone.',
};

/** Number formats in which a value would be shown as something that it is not: 7.5 hours as 180:00. */
const RULES: Partial<Record<ValueType, Rule>> = {
  number: NOT_CLOCK,
  integer: NOT_CLOCK,
  minutes: {
    unfit: ['date', 'datetime'],
    what: 'is minutes',
    remedy: 'Give the cell the number format [h]:mm, or 0.',
  },
  duration: {
    unfit: ['number', 'date', 'datetime'],
    what: 'is a duration',
    remedy: 'Give the cell the number format [h]:mm; for decimal hours write "| hours".',
  },
  time: {
    unfit: ['number', 'date', 'datetime'],
    what: 'is a time of day',
    remedy: 'Give the cell a time format such as hh:mm, or General.',
  },
  date: {
    unfit: ['number', 'time'],
    what: 'is a date',
    remedy: 'Give the cell a date format such as dd.mm.yyyy, or General.',
  },
};

const SHOWS: Partial<Record<FormatKind, string>> = {
  number: 'numbers',
  date: 'dates',
  time: 'times',
  datetime: 'dates and times',
};

/** Refuses a number format that does not show what the cell will hold. @throws Mistake */
export function checkFormat(source: string, type: ValueType, format: FormatKind): void {
  const rule = RULES[type];
  if (!rule?.unfit.includes(format)) return;
  throw new Mistake(
    `${source} ${rule.what}, but the cell's number format shows ${SHOWS[format]}`,
    rule.remedy,
  );
}
