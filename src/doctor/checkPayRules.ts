import type { Config } from '../config/config.js';
import { ruleFindingsOf } from '../export/checkRules.js';
import { message } from '../i18n/message.js';
import type { RunHost } from '../run.js';
import { checked, type DoctorFinding, warning } from './doctorFinding.js';

/** Warns of rules that never apply and of similar faults. None of them stops an export. */
export async function checkPayRules(host: RunHost, config: Config): Promise<readonly DoctorFinding[]> {
  const { employerKey } = config;
  return checked(
    'rules',
    () => {
      // Codes are examined with the templates that need them.
      const found = ruleFindingsOf(config, host.context.clock.nowMs()).filter(
        ({ kind }) => kind !== 'unmapped',
      );
      return found.map(({ rule, message: text }) =>
        warning('rules', message('doctor.rules.finding', { rule, text }), employerKey),
      );
    },
    employerKey,
  );
}
