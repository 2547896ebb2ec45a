/** Which arguments of a function take many cells: all, one of them, or those that fulfil a rule. Counted from 0. */
type Arguments = (position: number) => boolean;

const all: Arguments = () => true;
const first: Arguments = (position) => position === 0;
const second: Arguments = (position) => position === 1;
/** The list of holidays. */
const third: Arguments = (position) => position === 2;
const fourth: Arguments = (position) => position === 3;
const secondAndThird: Arguments = (position) => position === 1 || position === 2;
const firstAndThird: Arguments = (position) => position === 0 || position === 2;
const everyOther: Arguments = (position) => position % 2 === 0;
const firstAndEveryOther: Arguments = (position) => position === 0 || position % 2 === 1;

const FUNCTIONS = new Map<string, Arguments>(
  (
    [
      [
        all,
        'SUM SUBTOTAL AGGREGATE COUNT COUNTA COUNTBLANK AVERAGE AVERAGEA MIN MINA MAX MAXA PRODUCT SUMPRODUCT SUMSQ',
      ],
      [all, 'MEDIAN MODE MODE.SNGL GEOMEAN HARMEAN AVEDEV DEVSQ STDEV STDEV.S STDEV.P STDEVP STDEVA STDEVPA'],
      [all, 'VAR VAR.S VAR.P VARP VARA VARPA CORREL AND OR XOR TEXTJOIN CONCAT UNIQUE SORT ROWS TRANSPOSE'],
      [first, 'COUNTIF LARGE SMALL INDEX TRIMMEAN PERCENTILE PERCENTILE.INC PERCENTILE.EXC'],
      [first, 'QUARTILE QUARTILE.INC QUARTILE.EXC'],
      [second, 'RANK RANK.EQ RANK.AVG MATCH XMATCH VLOOKUP HLOOKUP'],
      [secondAndThird, 'LOOKUP XLOOKUP'],
      [third, 'NETWORKDAYS WORKDAY'],
      [fourth, 'NETWORKDAYS.INTL WORKDAY.INTL'],
      [firstAndThird, 'SUMIF AVERAGEIF'],
      [everyOther, 'COUNTIFS'],
      [firstAndEveryOther, 'SUMIFS AVERAGEIFS MAXIFS MINIFS'],
    ] as const
  ).flatMap(([takes, names]) => names.split(' ').map((name) => [name, takes] as const)),
);

/** A place among the arguments of a function; `name` is in capitals, '' outside of functions. */
export interface ArgumentPlace {
  readonly name: string;
  readonly position: number;
}

/** Whether a single cell of a band, as this argument, stands for all its repetitions. */
export function takesManyCells({ name, position }: ArgumentPlace): boolean {
  return FUNCTIONS.get(name)?.(position) ?? false;
}

/** Excel writes functions that came later with a mark: `_xlfn.STDEV.S`. */
export function functionName(written: string): string {
  return written.toUpperCase().replace(/^(_XLFN\.)?(_XLWS\.)?/, '');
}
