import type { PlannedBreach } from '../app/ledger/openChanges.js';
import type { Config } from '../config/config.js';
import { payCodeLabel } from '../domain/computed/computedPeriod.js';
import { exceptionName } from '../domain/exceptions/wording.js';
import { dateText } from '../i18n/dateText.js';
import { sayIn, signedAmount } from '../i18n/formatMessage.js';
import type { OpenChange } from '../store/mirror.js';
import { tableWithin } from './terminalText.js';

const HEADINGS = ['employee', 'date', 'payCode', 'difference', 'why', 'run'] as const;

/** Changes to finals as a table: person, day, pay code, amount, cause and the final. */
export function changesTable(
  changes: readonly OpenChange[],
  config: Config,
  nameOf: (employeeId: string) => string,
  width: number | undefined,
): string {
  const say = sayIn(config);
  const rows = changes.map(({ employeeId, date, payCode, unit, difference, causes, finalRun }) => [
    nameOf(employeeId),
    dateText(config.language, date),
    payCodeLabel(payCode, config.payCodes, config.language),
    signedAmount(difference, unit, config),
    causes.map((cause) => say(`terminal.cause.${cause}`)).join(', '),
    finalRun,
  ]);
  return tableWithin([HEADINGS.map((name) => say(`terminal.heading.${name}`)), ...rows], width);
}

/** Breaches of working-time limits that the published plan would cause, as a table. */
export function plannedTable(
  breaches: readonly PlannedBreach[],
  { language }: Config,
  nameOf: (employeeId: string) => string,
  width: number | undefined,
): string {
  const say = sayIn(language);
  const rows = breaches.map(({ employeeId, date, code }) => [
    nameOf(employeeId),
    dateText(language, date),
    `${code}  ${exceptionName(language, code)}`,
  ]);
  const headings = (['employee', 'date', 'exceptions'] as const).map((name) =>
    say(`terminal.heading.${name}`),
  );
  return tableWithin([headings, ...rows], width);
}
