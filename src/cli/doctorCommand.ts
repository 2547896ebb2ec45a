import { type Diagnosis, diagnoseConfiguration } from '../app/doctor/diagnose.js';
import { CHECK_STATUSES, type DoctorFinding, findingJson } from '../app/doctor/doctorFinding.js';
import { openLocalizedTerminal } from '../app/session/openSession.js';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import { groupBy } from '../domain/collections.js';
import { ERRORS, ExitStatus } from '../errors.js';
import { formatMessage, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { paint } from '../runtime/paint.js';
import type { Terminal } from '../runtime/terminal.js';
import { fittedText } from '../runtime/wrapText.js';
import {
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  languageFor,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  repeated,
} from './command.js';
import { suggestNextCommand } from './nextCommand.js';
import { nextCheck } from './nextStep.js';
import { printable } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  ...EMPLOYER_OPTION,
  out: optionalText('option.out', 'folder'),
  template: repeated('doctor.option.template', 'name', 'configured'),
  ...OUTPUT_OPTIONS,
};

type DoctorOptions = ParsedOptions<typeof PARAMETERS>;

export const doctorCommand = command({
  usage: 'doctor',
  examples: [
    ['$0 doctor', 'doctor.example.all'],
    ['$0 doctor --json', 'doctor.example.json'],
  ],
  json: '{ "findings": [{ "check", "status": "ok"|"warning"|"problem", "employer"?, "code"?, "message", "remedy"? }], "fields": [{ "employer", … }] }',
  parameters: PARAMETERS,
  run: doctor,
});

async function doctor(options: DoctorOptions, context: Context): Promise<ExitStatus> {
  const language = await languageFor(options.config, context);
  const terminal = openLocalizedTerminal(context, options, language);
  const templates = options.template.length > 0 ? options.template : 'configured';
  const diagnosis = await diagnoseConfiguration({ ...options, templates }, context, terminal);
  terminal.progress(undefined);
  if (options.json)
    terminal.result(JSON.stringify({ ...diagnosis, findings: diagnosis.findings.map(findingJson) }));
  else printReport(diagnosis, options, terminal, language);
  const code = diagnosis.findings.find(({ status }) => status === 'problem')?.code;
  if (code !== undefined) return ERRORS[code];
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  suggestNextCommand(nextCheck(loaded, options), { terminal, context, options });
  return ExitStatus.done;
}

/** With --quiet only problems; empty if there are none. */
function printReport(
  { findings }: Diagnosis,
  { quiet }: DoctorOptions,
  terminal: Terminal,
  language: Language,
): void {
  const shown = quiet ? findings.filter(({ status }) => status !== 'ok') : findings;
  if (!quiet || shown.length > 0) terminal.result(fittedText(doctorReport(shown, language), terminal.width));
}

/** The results of all checks, in their order, and a summary. */
export function doctorReport(findings: readonly DoctorFinding[], language: Language): string {
  const sections = [...groupBy(findings, ({ check, employer }) => `${employer ?? ''}\u0000${check}`)].map(
    ([, some]) => section(some, language),
  );
  const count = (status: DoctorFinding['status']) =>
    findings.filter((finding) => finding.status === status).length;
  const counts = { problems: count('problem'), warnings: count('warning') };
  return [...sections, sayIn(language)('terminal.doctor.conclusion', counts)].join('\n\n');
}

function section(findings: readonly DoctorFinding[], language: Language): string {
  const [first] = findings;
  if (first === undefined) return '';
  const say = sayIn(language);
  const { check, employer } = first;
  const title = say(`terminal.check.${check}`);
  const heading =
    employer === undefined ? title : say('terminal.labelled', { label: employer, value: title });
  return [heading, ...findings.flatMap((finding) => findingLines(finding, language))].join('\n');
}

const STATUS_PAINT = { ok: paint.good, warning: paint.warning, problem: paint.error } as const;

function findingLines({ status, code, text, remedy }: DoctorFinding, language: Language): string[] {
  const say = sayIn(language);
  const [first = '', ...more] = formatMessage(text, language).split('\n').map(printable);
  const coded = code === undefined ? first : say('terminal.labelled', { label: code, value: first });
  const width = Math.max(...CHECK_STATUSES.map((each) => say(`terminal.found.${each}`).length)) + 2;
  const indent = ' '.repeat(width + 2);
  const toDo =
    remedy === undefined
      ? []
      : [say('terminal.whatToDo', { remedy: printable(formatMessage(remedy, language)) })];
  return [
    `  ${STATUS_PAINT[status](say(`terminal.found.${status}`).padEnd(width))}${coded}`,
    ...[...more, ...toDo].map((line) => `${indent}${line}`),
  ];
}
