import { unknownEmployer } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import type { SandboxData } from '../../sandbox/sandboxData.js';
import type { AnswerChecks } from './answerChecks.js';
import { collectAnswers } from './answers.js';
import type { InitDialogue } from './dialogue.js';
import type { Answers, InitFlags } from './initialConfig.js';

/** The port of "paytally sandbox" that the configuration of `--sandbox` names. */
export const SANDBOX_PORT = 4010;

const KEY = 'bakery';
const ZONE = 'Europe/Brussels';
const TEMPLATES = ['monthly-hours', 'employee-days'];

/** What the sandbox has of its own. */
const SERVICE_FLAGS = {
  employerId: '--employer-id',
  clientId: '--client-id',
  secretEnv: '--secret-env',
  secretFile: '--secret-file',
} as const;

/**
 * A configuration for the first employer of the sandbox's data: its ids and secret, and all else as the flags say.
 * @throws PaytallyError USAGE for a flag that cannot hold there
 */
export async function sandboxAnswers(
  { employers }: Pick<SandboxData, 'employers'>,
  flags: InitFlags,
  dialogue: InitDialogue,
  checks: AnswerChecks,
): Promise<Answers> {
  const [employer] = employers;
  const [integration] = employer?.integrations ?? [];
  if (employer === undefined || integration === undefined) throw unknownEmployer(KEY, []);
  refuseServiceFlags(flags);
  const answers = await collectAnswers(
    {
      ...flags,
      baseUrl: parseSandboxAddress(flags.baseUrl),
      key: flags.key ?? KEY,
      name: flags.name ?? employer.name,
      employerId: employer.employerId,
      clientId: integration.clientId,
      template: flags.template.length > 0 ? flags.template : TEMPLATES,
    },
    dialogue,
    checks,
    {
      isFirst: true,
      isWeak: async () => false,
      readSecret: async () => checks.secret(integration.clientSecret, 'the data of the sandbox'),
    },
  );
  return { ...answers, zone: ZONE };
}

function refuseServiceFlags(flags: InitFlags): void {
  for (const [name, flag] of Object.entries(SERVICE_FLAGS)) {
    if (flags[name as keyof typeof SERVICE_FLAGS] === undefined) continue;
    throw new PaytallyError('USAGE', `${flag} does not go with --sandbox, which has its own.`, {
      record: flag,
      remedy: `Leave out ${flag}, or leave out --sandbox.`,
    });
  }
}

/** Where "paytally sandbox" is to run. @throws PaytallyError USAGE for another machine */
function parseSandboxAddress(baseUrl: string | undefined): string {
  if (baseUrl === undefined) return `http://127.0.0.1:${SANDBOX_PORT}`;
  if (/^http:\/\/(127\.0\.0\.1|localhost):\d+\/?$/.test(baseUrl)) return baseUrl;
  throw new PaytallyError('USAGE', `${baseUrl} is no address of a sandbox on this machine.`, {
    record: '--base-url',
    remedy: `Write one such as http://127.0.0.1:${SANDBOX_PORT}, or leave out --base-url.`,
  });
}
