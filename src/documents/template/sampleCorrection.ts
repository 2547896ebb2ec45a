import { groupBy } from '../../domain/collections.js';
import { amountPlaceOf, parseRowName, recordNameOf } from '../../domain/corrections/rowName.js';
import type { AmountUnit } from '../../domain/pay/payAmounts.js';
import { runInterruptible } from '../../runtime/interruption.js';
import type { DataRow } from '../dataSet.js';
import { type GivenAmount, knownOfLine } from '../text/givenCells.js';
import type { GivenRecord } from '../text/givenRows.js';
import type { WrittenAmount, WrittenAmounts } from '../text/rowUnits.js';
import type { TextTemplate } from '../text/textTemplate.js';
import type { TemplateSample } from './renderSample.js';
import { renderTemplate } from './renderTemplate.js';
import type { TemplateOrigin } from './template.js';

/**
 * Writes a correction of the whole sample, as its target would get it: every amount taken back where the file has
 * differences, or stated again. @throws PaytallyError RENDER_REFUSED, CONTROL_MISMATCH if it could not be written
 */
export async function tryCorrection(
  template: TextTemplate & TemplateOrigin,
  { model, variables }: TemplateSample,
): Promise<void> {
  const { corrections = 'none' } = template.spec;
  if (corrections === 'none') return;
  const { renderText } = await import('../text/renderText.js');
  const { CollectedUnits } = await import('../text/rowUnits.js');
  const collected = new CollectedUnits();
  runInterruptible(() => renderText(template, model, { variables, rowUnits: collected }));
  const written = { amounts: collected.amounts, records: [...collected.records.values()] };
  const days = { from: String(model.run['run.from']), to: String(model.run['run.to']) };
  const records = givenRecords(written, days, corrections === 'restate' ? 1 : -1);
  if (records.length === 0) return;
  await renderTemplate({ template, variables, locale: undefined, language: 'en', records }, model);
}

function givenRecords(
  { amounts, records }: WrittenAmounts,
  days: Pick<GivenRecord, 'from' | 'to'>,
  sign: 1 | -1,
): GivenRecord[] {
  const known = new Map(records.map((record) => [record.record, record]));
  return [...groupBy(amounts, ({ row }) => recordNameOf(row))].flatMap(([name, own]) => {
    const record = known.get(name);
    if (record === undefined) return [];
    const further = Object.entries(record.further).map(
      ([column, amount]) => [column, { ...amount, units: sign * amount.units }] as const,
    );
    return [
      {
        ...days,
        record: name,
        shown: record.shown,
        amounts: [...groupBy(own, ({ row }) => row).values()].flatMap((same) => givenAmount(same, sign)),
        further: Object.fromEntries(further),
      },
    ];
  });
}

/** Rows of one name are one amount. */
function givenAmount(same: readonly WrittenAmount[], sign: 1 | -1): GivenAmount[] {
  const [first] = same;
  if (first === undefined) return [];
  const { row, unit, unitsOfOne } = first;
  const { data, field, ...name } = parseRowName(row);
  const shares = same.flatMap(({ members, amounts }) =>
    members.map((member, index) => ({ member, amount: sign * (amounts[index] ?? 0) })),
  );
  const units = same.reduce((sum, each) => sum + each.units, 0);
  return [
    {
      ...amountPlaceOf(name),
      field,
      unit,
      unitsOfOne,
      units: units === 0 ? 0 : sign * units,
      amount: shares.reduce((sum, { amount }) => sum + amount, 0),
      lines:
        data === undefined ? shares.map(({ member, amount }) => lineRow(member, amount, unit)) : undefined,
    },
  ];
}

function lineRow(member: DataRow, amount: number, unit: AmountUnit): DataRow {
  const [minutes, quantity] = unit === 'minutes' ? [amount, null] : [null, amount];
  return { ...knownOfLine(member), minutes, quantity, quantityWithoutMinutes: quantity };
}
