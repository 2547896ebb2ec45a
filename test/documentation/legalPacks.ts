import { domainToUnicode } from 'node:url';
import {
  type BreakLine,
  LEGAL_PACKS,
  type LegalPack,
  PACK_NAMES,
  type ReducedRest,
} from '../../src/domain/workingTime/limits.js';

/** The packs of docs/working-time.md: figures, articles, sources, and what the law counts differently. */
export function legalPacks(): string {
  const packs = PACK_NAMES.map((name) => LEGAL_PACKS[name]);
  const unknown = [...new Set(packs.flatMap(({ unknown }) => unknown))];
  const sources = new Set(packs.flatMap(({ limits }) => Object.values(limits).map(({ source }) => source)));
  return [
    `No pack can know: ${unknown.join('; ')}.`,
    ...packs.flatMap(packSection),
    `Sources: ${[...sources]
      .sort()
      .map((source) => `<${source}>`)
      .join(', ')}.`,
  ].join('\n\n');
}

function packSection({ pack, law, covers, limits, night, reducedRest, differs }: LegalPack): string[] {
  const rows = Object.entries(limits).map(
    ([key, { value, article, since, checked }]) =>
      `| \`${key}\` | ${valueText(value)} | ${article} | ${since} | ${linkTo(checked)} |`,
  );
  const nightMinutes = night.over === undefined ? `at least ${night.atLeast}` : `more than ${night.over}`;
  return [
    `### ${pack}: ${law}`,
    `Covers: ${covers}.`,
    ['| limit | value | article | since | compared with |', '|---|---|---|---|---|', ...rows].join('\n'),
    `Night: ${night.from} to ${night.to}, ${nightMinutes} minutes (${night.article}; ${compared(night.checked)}).`,
    ...(reducedRest === undefined ? [] : [reductionText(reducedRest)]),
    'The law counts differently, or allows exceptions:',
    differs.map(({ code, article, says }) => `- \`${code}\`, ${article}: ${says}`).join('\n'),
  ];
}

function valueText(value: number | readonly BreakLine[]): string {
  if (typeof value === 'number') return String(value);
  return value
    .map(
      ({ afterHours, minMinutes }) =>
        `over ${afterHours} h: ${minMinutes} minute${minMinutes === 1 ? '' : 's'}`,
    )
    .join('; ');
}

function reductionText({ minHours, times, compensationHours, withinDays, ...text }: ReducedRest): string {
  const condition =
    times === undefined
      ? `each made up for by a rest of ${compensationHours} hours within ${withinDays} days`
      : `${times} time in ${withinDays} days of 24 hours`;
  const source = `${text.article}; ${compared(text.checked)}`;
  return `Shorter daily rest with \`reducedRest: true\`: ${minHours} hours, ${condition} (${source}).`;
}

function compared(address: string | null): string {
  return address === null ? 'not compared' : `compared with ${linkTo(address)}`;
}

function linkTo(address: string | null): string {
  if (address === null) return 'not compared';
  return `[${domainToUnicode(new URL(address).hostname).replace(/^www\./, '')}](${address})`;
}
