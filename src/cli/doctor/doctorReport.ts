import { groupBy } from '../../domain/groupBy.js';
import type { Check, DoctorFinding } from '../../pipeline/doctor/doctorFinding.js';
import { printable } from '../terminalText.js';

const TITLES: Readonly<Record<Check, string>> = {
  configuration: 'Configuration',
  tzdata: 'Time zone data',
  address: 'Address',
  output: 'Folder for files',
  store: 'Store',
  templates: 'Templates',
  mail: 'Mail',
  deliveries: 'Deliveries',
  network: 'Network',
  clock: 'Clock',
  secret: 'Client secret',
  token: 'Token',
  scopes: 'Permissions',
  lists: 'Lists',
  fields: 'Fields that the API does not document',
  zones: 'Time zones',
  mapping: 'Employee mapping',
  rules: 'Pay rules',
};
const STATUS_WIDTH = 9;

/** Everything that was looked at, in the order of the checks, and the sum of it. */
export function doctorReport(findings: readonly DoctorFinding[]): string {
  const sections = [...groupBy(findings, ({ check, employer }) => `${employer ?? ''}\u0000${check}`)].map(
    ([, some]) => section(some),
  );
  return [...sections, conclusion(findings)].join('\n\n');
}

function section(findings: readonly DoctorFinding[]): string {
  const [first] = findings;
  if (first === undefined) return '';
  const title = TITLES[first.check];
  const heading = first.employer === undefined ? title : `${first.employer}: ${title}`;
  return [heading, ...findings.flatMap(findingLines)].join('\n');
}

function findingLines({ status, code, message, remedy }: DoctorFinding): string[] {
  const [first = '', ...more] = message.split('\n').map(printable);
  const coded = code === undefined ? first : `${code}: ${first}`;
  const indent = ' '.repeat(STATUS_WIDTH + 2);
  return [
    `  ${status.padEnd(STATUS_WIDTH)}${coded}`,
    ...more.map((line) => `${indent}${line}`),
    ...(remedy === undefined ? [] : [`${indent}What to do: ${printable(remedy)}`]),
  ];
}

function conclusion(findings: readonly DoctorFinding[]): string {
  const count = (status: DoctorFinding['status']) =>
    findings.filter((finding) => finding.status === status).length;
  const problems = count('problem');
  const warnings = count('warning');
  const counted = `${problems} ${problems === 1 ? 'problem' : 'problems'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
  return `${counted}. ${problems === 0 ? 'An export would work.' : 'An export would fail.'}`;
}
