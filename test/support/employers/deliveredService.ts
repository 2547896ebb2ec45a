import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import type { ProgramRun } from '../programs/runPaytally.js';
import { type SampleService, sampleOfDays, startSampleService } from './sampleService.js';

/** An address for each employee of the mapping, by position in the file. */
export type AddressOf = (index: number, employeeId: string) => string;

/** The two-day sample, with a mail server's port in its configuration and an address column in its mapping. */
export async function startDeliveredService(
  mailPort: number,
  deliveries: string,
  addressOf: AddressOf = (index) => (index % 2 === 0 ? 'anna@example.com' : 'ben@example.com'),
  more = '',
  mail = mailThrough(mailPort),
  others?: readonly EmployerData[],
): Promise<SampleService> {
  const employers = others ?? (await sampleOfDays('2026-10-29', '2026-10-30'));
  const configuration = `${mail}\ndeliveries: ${deliveries}\ntemplates: [employee-days]\n${more}`;
  const service = await startSampleService({ employers, limits: { enabled: false } }, configuration);
  addColumn(join(service.cwd, 'employees-bakery.csv'), 'managerEmail', addressOf);
  mkdirSync(join(service.cwd, 'archive'));
  return service;
}

function mailThrough(port: number): string {
  return `mail: { from: "Payroll Ünit <payroll@example.com>", owner: office@example.com, smtp: { host: 127.0.0.1, port: ${port}, tls: none, timeoutSeconds: 2 } }`;
}

function addColumn(path: string, column: string, addressOf: AddressOf): void {
  const [header = '', ...rows] = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/);
  const delimiter = header.includes(';') ? ';' : ',';
  const lines = rows.map(
    (row, index) => `${row}${delimiter}"${addressOf(index, row.split(delimiter)[0] ?? '')}"`,
  );
  writeFileSync(path, `${[`${header}${delimiter}${column}`, ...lines].join('\r\n')}\r\n`);
}

export interface DeliveryJson {
  readonly name: string;
  readonly recipient: string;
  readonly state: string;
  readonly problem?: string;
}

export function deliveriesIn({ stdout }: ProgramRun): readonly DeliveryJson[] {
  return JSON.parse(stdout).runs[0].deliveries;
}

/** `name recipient state` */
export function shortly(run: ProgramRun): string[] {
  return deliveriesIn(run).map(({ name, recipient, state }) => `${name} ${recipient} ${state}`);
}
