import type { CorrectionsOutcome } from '../app/corrections/correctionReport.js';
import { balanceTexts } from '../app/session/balanceText.js';
import { sayIn } from '../i18n/formatMessage.js';
import { fittedText } from '../runtime/wrapText.js';
import { printable, tableWithin } from './terminalText.js';

const COLUMNS = ['employee', 'period', 'since', 'balance', 'surplus'] as const;

/** The hours accounts that a correction changes, and those of later finals. */
export function balancesText(
  { balances, unknownBalances, made, config, nameOf }: CorrectionsOutcome,
  width: number | undefined,
): string[] {
  const say = sayIn(config);
  const table = (own: CorrectionsOutcome['balances']): string => {
    const texts = own.map((change) => ({
      employee: printable(nameOf(change.employeeId)),
      ...balanceTexts(change, say, config.language),
    }));
    const columns = COLUMNS.filter((name) => texts.some((row) => row[name] !== ''));
    const heading = columns.map((name) => say(`hoursAccount.changed.${name}`));
    return tableWithin([heading, ...texts.map((row) => columns.map((name) => row[name]))], width);
  };
  const parts = [
    {
      title: made === undefined ? 'hoursAccount.changed.title' : 'hoursAccount.changed.recorded',
      own: balances.filter(({ isLater }) => !isLater),
    },
    { title: 'hoursAccount.changed.later', own: balances.filter(({ isLater }) => isLater) },
  ] as const;
  const names = unknownBalances.map((id) => printable(nameOf(id)));
  const unknown = say('hoursAccount.changed.unknown', { count: names.length, names: names.join('; ') });
  return [
    ...parts
      .filter(({ own }) => own.length > 0)
      .flatMap(({ title, own }) => [fittedText(say(title), width), table(own)]),
    ...(names.length > 0 ? [fittedText(unknown, width)] : []),
  ];
}
