import { unknownEmployer } from '../../../config/config.js';
import { PaytallyError } from '../../../errors.js';
import { message } from '../../../i18n/message.js';
import type { SandboxData } from '../../../sandbox/sandboxData.js';
import type { AnswerChecks } from './answerChecks.js';
import { collectAnswers } from './answers.js';
import type { InitDialogue } from './dialogue.js';
import { type Answers, type InitFlags, PRACTICE_SYSTEM } from './initialConfig.js';

/** The port of the practice service in the configuration of `--sandbox`. */
export const SANDBOX_PORT = 4010;

export const SANDBOX_KEY = 'bakery';
const ZONE = 'Europe/Brussels';
export const SANDBOX_TEMPLATES = ['monthly-hours', 'employee-days', PRACTICE_SYSTEM];

/** Flags for values that the sandbox sets itself. */
const SERVICE_FLAGS = {
  employerId: '--employer-id',
  clientId: '--client-id',
  secretEnv: '--secret-env',
  secretFile: '--secret-file',
} as const;

/**
 * Answers for the first employer of the sandbox data: its IDs and secret, and the flags for everything else.
 * @throws PaytallyError USAGE for a flag that does not apply to the sandbox
 */
export async function sandboxAnswers(
  { employers }: Pick<SandboxData, 'employers'>,
  flags: InitFlags,
  dialogue: InitDialogue,
  checks: AnswerChecks,
): Promise<Answers> {
  const [employer] = employers;
  const [integration] = employer?.integrations ?? [];
  if (employer === undefined || integration === undefined) throw unknownEmployer(SANDBOX_KEY, []);
  refuseServiceFlags(flags);
  const answers = await collectAnswers(
    {
      ...flags,
      baseUrl: parseSandboxAddress(flags.baseUrl),
      key: flags.key ?? SANDBOX_KEY,
      name: flags.name ?? employer.name,
      employerId: employer.employerId,
      clientId: integration.clientId,
      template: flags.template.length > 0 ? flags.template : SANDBOX_TEMPLATES,
    },
    dialogue,
    checks,
    {
      isFirst: true,
      payrollSystems: async () => () => [],
      readSecret: async () =>
        checks.secret(integration.clientSecret, message('secret.inSandboxData'), '--sandbox'),
    },
  );
  return { ...answers, zone: ZONE, isPractice: true };
}

function refuseServiceFlags(flags: InitFlags): void {
  for (const [name, flag] of Object.entries(SERVICE_FLAGS)) {
    if (flags[name as keyof typeof SERVICE_FLAGS] === undefined) continue;
    throw new PaytallyError('USAGE', message('init.notWithSandbox', { flag }), { record: flag });
  }
}

/** The address for "paytally sandbox". @throws PaytallyError USAGE for another machine */
function parseSandboxAddress(baseUrl: string | undefined): string {
  if (baseUrl === undefined) return `http://127.0.0.1:${SANDBOX_PORT}`;
  if (/^http:\/\/(127\.0\.0\.1|localhost):\d+\/?$/.test(baseUrl)) return baseUrl;
  const text = message('init.notSandboxAddress', { baseUrl, port: SANDBOX_PORT });
  throw new PaytallyError('USAGE', text, { record: '--base-url' });
}
