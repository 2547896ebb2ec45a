import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { payRulesOf } from '../../src/config/schema/paySchema.js';
import { fieldTables } from '../../src/documents/template/describeFields.js';
import { listTemplates } from '../../src/documents/template/showTemplate.js';
import { diskTemplateFiles } from '../../src/documents/template/template.js';
import { EXCEPTION_CODES, EXCEPTIONS } from '../../src/domain/exceptions/finding.js';
import { exceptionWording } from '../../src/domain/exceptions/wording.js';
import type { PayLineKind } from '../../src/domain/pay/payLine.js';
import { exampleTables } from '../../src/domain/rulesCheck/examples.js';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import { zoneByName } from '../../src/domain/time/tzdata.js';
import { ERRORS, type ErrorCode } from '../../src/errors.js';
import { englishText, sayIn } from '../../src/i18n/formatMessage.js';
import { hoursText } from '../../src/i18n/hoursText.js';
import { CALCULATED } from '../../src/workbook/formula/calculation.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { preset } from '../support/records/payFixture.js';
import { commandSections } from './commandPages.js';
import { configurationKeys, configurationSections } from './configurationKeys.js';
import { GRAMMAR } from './grammarTables.js';
import { legalPacks } from './legalPacks.js';
import { libraryReport } from './libraryReport.js';

const builtInTemplates = () =>
  listTemplates({
    templatesRoot: join(PROJECT, 'templates'),
    baseFolder: PROJECT,
    files: diskTemplateFiles,
  });

/** Functions that clerks' workbooks often have. */
const WIDELY_USED = [
  ...['AVERAGEIFS', 'COUNTIFS', 'EDATE', 'EOMONTH', 'IFERROR', 'IFS', 'INDEX', 'ISOWEEKNUM', 'LARGE', 'LET'],
  ...['LOOKUP', 'MATCH', 'MAXIFS', 'MEDIAN', 'MROUND', 'NETWORKDAYS', 'NETWORKDAYS.INTL', 'PERCENTILE.INC'],
  ...['QUARTILE.INC', 'RANK.EQ', 'SMALL', 'SORT', 'STDEV.S', 'SUBTOTAL', 'SUMIFS', 'SUMPRODUCT', 'SWITCH'],
  ...[
    'TEXTJOIN',
    'TRANSPOSE',
    'UNIQUE',
    'VLOOKUP',
    'WEEKNUM',
    'WORKDAY',
    'WORKDAY.INTL',
    'XLOOKUP',
    'XMATCH',
  ],
];

/** Parts of documents that are generated from the program, by the name of their markers. */
export const GENERATED: Readonly<Record<string, () => string | Promise<string>>> = {
  'library-api': libraryReport,
  'legal-packs': legalPacks,
  exceptions: () =>
    table(
      ['code', 'severity', 'meaning', 'what to do'],
      EXCEPTION_CODES.map((code) => [
        `\`${code}\``,
        EXCEPTIONS[code].severity,
        exceptionWording(code, 'en').title,
        exceptionWording(code, 'en').remedy,
      ]),
    ),
  errors: () =>
    table(
      ['code', 'status', 'what to do'],
      (Object.keys(ERRORS) as ErrorCode[]).map((code) => [
        `\`${code}\``,
        String(ERRORS[code]),
        sayIn('en')(`remedy.${code}`),
      ]),
    ),
  templates: async () =>
    table(
      ['template', 'for', 'confidence', 'description'],
      (await builtInTemplates()).map(({ name, audience, confidence, description }) => [
        `\`${name}\``,
        audience,
        confidence ?? '',
        firstSentence(description),
      ]),
    ),
  'weak-templates': async () =>
    `${(await builtInTemplates())
      .filter(({ confidence }) => confidence === 'WEAK')
      .map(({ name }) => `\`${name}\``)
      .join(', ')}.`,
  'missing-functions': () => `${WIDELY_USED.filter((name) => !CALCULATED.has(name)).join(', ')}.`,
  fields: fieldTables,
  functions: () => `${[...CALCULATED].sort().join(', ')}.`,
  ...Object.fromEntries(
    Object.entries(GRAMMAR).map(([name, rows]) => [
      `grammar-${name}`,
      () => table(['write', 'meaning', 'example'], rows()),
    ]),
  ),
  ...presetTables(),
  commands: commandSections,
  configuration: () => table(['key', 'default', 'meaning'], configurationKeys()),
  'configuration-sections': () =>
    configurationSections()
      .map(({ title, rows }) => `## ${title}\n\n${table(['key', 'default', 'meaning'], rows)}`)
      .join('\n\n'),
};

/** What each preset pays, as `rules check` shows it, on a fixed day. */
function presetTables(): Record<string, () => string> {
  const names = readdirSync(join(PROJECT, 'samples', 'presets')).map((file) => file.replace('.yaml', ''));
  return Object.fromEntries(
    names.map((name) => [
      `preset-${name}`,
      () => {
        const isCalifornia = name === 'california';
        const [examples] = exampleTables(
          {
            rules: payRulesOf(preset(name)),
            policy: { attribution: isCalifornia ? 'split' : 'start', dst: 'elapsed' },
            zone: zoneByName(isCalifornia ? 'America/Los_Angeles' : 'Europe/Brussels'),
          },
          toLocalDate('2026-11-20'),
        );
        const rows = (examples?.examples ?? []).map(({ name: work, lines }) => {
          const cell = (...kinds: readonly PayLineKind[]): string =>
            lines
              .filter(({ kind }) => kinds.includes(kind))
              .map(({ payCode, minutes, quantity }) =>
                quantity === undefined
                  ? `${payCode} ${hoursText(minutes, 'clock', 'en')}`
                  : `${payCode} ×${quantity}`,
              )
              .join(', ');
          return [englishText(work), cell('base', 'topup'), cell('loading'), cell('count', 'credit')];
        });
        const hasCounts = rows.some(([, , , beside]) => beside !== '');
        const heading = ['work', 'paid', 'on top', 'counts and credits'];
        const shown = [heading, ...rows].map((cells) => (hasCounts ? cells : cells.slice(0, 3)));
        return table(shown[0] ?? [], shown.slice(1));
      },
    ]),
  );
}

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The confidence has its own column. */
function firstSentence(description: string): string {
  const [first = ''] = description.split(/\.\s/);
  return first.replace(/, confirmed by[^,]*$/, '').replace(/\.$/, '');
}
