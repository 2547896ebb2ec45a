import { type DrawnColumn, hoursColumn, inHours } from '../../release/draw/reportSheet.js';
import { count, say, summedHours, text } from './drawLists.js';

/** A titled table of the front sheet. */
export interface Section {
  readonly name: string;
  readonly title: string;
  readonly each: string;
  /** It is only there if this is true of the data. */
  readonly onlyIf: string;
  readonly columns: readonly DrawnColumn[];
  readonly hasTotal?: true;
  /** @default two lines */
  readonly headingHeight?: number;
  /** The column of hours that a chart can show, and when it does. */
  readonly chart?: { readonly column: string; readonly size: string; readonly onlyIf: string };
}

const people = count('reports.employees', '{{distinct(employee.id)}}');

/** Employees may work in several places: a sum would count them twice. */
const placeColumns = (heading: string, field: string): DrawnColumn[] => [
  { heading: say(heading), value: `{{if ${field} != null then ${field} else "–"}}`, look: 'wrapped' },
  people,
  { ...summedHours('reports.paid', 'sum(minutes where kind in ("base", "topup"))') },
];

const PREMIUMS = 'count(pay-lines where kind = "loading")';

/** Paid hours by place, with what is paid on top if there is any. */
const placeSections = (section: Omit<Section, 'columns' | 'hasTotal'>, columns: DrawnColumn[]): Section[] => {
  const onTop = summedHours('reports.onTop', 'sum(minutes where kind = "loading")');
  const { chart } = section;
  const within = (condition: string): Partial<Section> => ({
    onlyIf: `${section.onlyIf} and ${condition}`,
    ...(chart && { chart: { ...chart, onlyIf: `${chart.onlyIf} and ${condition}` } }),
  });
  return [
    {
      ...section,
      ...within(`${PREMIUMS} > 0`),
      columns: [...columns, onTop],
      hasTotal: true,
      headingHeight: 44,
    },
    { ...section, ...within(`${PREMIUMS} = 0`), name: `${section.name}Paid`, columns, hasTotal: true },
  ];
};

const codeColumns: DrawnColumn[] = [
  { heading: say('review.payCode'), value: '{{payCodeLabel}}', look: 'wrapped' },
  { heading: say('reports.code'), value: '{{payCode}}', look: 'wrapped' },
  count('reports.employees', '{{employeeCount}}'),
];

const PLACES = 'distinct(pay-lines.establishment.name | default:"-")';
const CENTRES = 'distinct(pay-lines.costCenter | default:"-")';
const HAS_CENTRES = 'count(pay-lines where costCenter != null) > 0';
const BASE = 'pay-codes where unit = "minutes" and kind != "loading"';
const ON_TOP = 'pay-codes where unit = "minutes" and kind = "loading"';
/** A chart says nothing about one value, and too little about many. */
const charted = (size: string): string => `(${size} >= 2 and ${size} <= 12)`;

/** Hours by establishment, cost centre and pay code; what is no hours comes last. */
export const AMOUNTS: readonly Section[] = [
  ...placeSections(
    {
      name: 'ByEstablishment',
      title: say('reports.establishments'),
      // A source may have no places.
      onlyIf: 'count(pay-lines where establishment.name != null) > 0',
      each: 'pay-lines group by establishment.name sort by establishment.name',
      chart: { column: 'C', size: PLACES, onlyIf: charted(PLACES) },
    },
    placeColumns('reports.establishment', 'establishment.name'),
  ),
  ...placeSections(
    {
      name: 'ByCostCentre',
      title: say('reports.costCenters'),
      onlyIf: HAS_CENTRES,
      each: 'pay-lines group by costCenter sort by costCenter',
      chart: {
        column: 'C',
        size: CENTRES,
        onlyIf: `not ${charted(PLACES)} and ${HAS_CENTRES} and ${charted(CENTRES)}`,
      },
    },
    placeColumns('reports.costCenter', 'costCenter'),
  ),
  {
    name: 'HoursPerCode',
    title: say('review.hoursPerCode'),
    onlyIf: `count(${BASE}) > 0`,
    each: BASE,
    columns: [...codeColumns, hoursColumn('reports.hours', 'minutes', 12)],
    chart: {
      column: 'D',
      size: `count(${BASE})`,
      onlyIf: `not ${charted(PLACES)} and not (${HAS_CENTRES} and ${charted(CENTRES)}) and ${charted(`count(${BASE})`)}`,
    },
  },
  {
    name: 'HoursOnTop',
    title: say('review.premiumPerCode'),
    onlyIf: `count(${ON_TOP}) > 0`,
    each: ON_TOP,
    columns: [...codeColumns, hoursColumn('reports.hours', 'minutes', 12)],
  },
  {
    name: 'Quantities',
    title: say('review.quantityPerCode'),
    onlyIf: 'count(pay-codes where unit != "minutes") > 0',
    each: 'pay-codes where unit != "minutes"',
    columns: [
      ...codeColumns,
      { heading: say('review.amount'), value: `{{${quantity('amount')}}}`, look: 'wrapped' },
    ],
  },
];

/** `1.5 days`, `12 times`. */
function quantity(field: string): string {
  return `(${field} | number:3) & " " & (if unit = "days" then say("reports.unitDays") else say("reports.unitTimes"))`;
}

/** Unusual changes by person; as clock time with two columns for the difference, as decimal hours with one. */
export const CHANGES: readonly Section[] = ['!=', '='].map((sign) => {
  const isClock = sign === '!=';
  const difference: DrawnColumn[] = isClock
    ? [
        {
          ...summedHours('reports.more', ''),
          value: '{{if differenceMinutes > 0 then differenceMinutes | notation}}',
        },
        {
          ...summedHours('reports.less', ''),
          value: '{{if differenceMinutes < 0 then 0 - differenceMinutes | notation}}',
        },
      ]
    : [{ heading: inHours('reports.difference'), value: '{{differenceMinutes | hours}}', look: 'hours' }];
  return {
    name: isClock ? 'WhatChanged' : 'WhatChangedInHours',
    title: say('review.changes'),
    onlyIf: `count(changes) > 0 and run.hours ${sign} "decimal"`,
    each: 'changes sort by who',
    columns: [
      { heading: say('reports.employee'), value: '{{who}}', look: 'wrapped' },
      { heading: say('review.what'), value: '{{changeText}}', look: 'wrapped' },
      {
        heading: say('review.payCode'),
        value: `{{if unit = "minutes" then payCodeLabel else payCodeLabel & ": " & ${quantity('before')} & " → " & ${quantity('after')}}}`,
        look: 'wrapped',
      },
      hoursColumn('review.beforeHeading', 'beforeMinutes', 12),
      hoursColumn('review.now', 'afterMinutes', 12),
      ...difference,
      text('review.against', '{{againstText}}', 26),
    ].map(({ most: _, ...column }) => column),
  };
});
