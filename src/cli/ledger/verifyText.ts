import type { Language } from '../../language/language.js';
import { translated } from '../../language/messages/messages.js';
import { terminalTexts } from '../../language/terminal/terminalTexts.js';
import type { Verified } from '../../ledger/verify.js';

/** What became of each run, and below it what differs and where. */
export function verifyText(verified: readonly Verified[], language: Language): string {
  const say = terminalTexts(language);
  return verified
    .flatMap(({ runId, ok, problems, purged }) => [
      `${runId}: ${say(ok ? (purged ? 'verifiedPurged' : 'verifiedSound') : 'verifiedDiffers')}`,
      ...problems.map(({ what, path }) => {
        const said = translated(what, language);
        return `  ${path === undefined ? said : say('problemAt', { what: said, path })}`;
      }),
    ])
    .join('\n');
}
