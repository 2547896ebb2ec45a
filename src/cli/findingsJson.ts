import { EXCEPTIONS } from '../domain/exceptions/finding.js';
import { exceptionWording, findingMessage } from '../domain/exceptions/wording.js';
import { type FindingReport, messageReader, personName } from '../domain/exceptions/workList.js';

/** A finding for programs; its words are in the configured language. */
export interface FindingJson {
  readonly code: string;
  readonly severity: string;
  readonly accepted: boolean;
  readonly reason: string | null;
  readonly employeeId: string | null;
  readonly employee: string | null;
  readonly establishment: string | null;
  readonly date: string | null;
  readonly record: string;
  readonly message: string;
  readonly remedy: string;
  /** Who can do something about it. */
  readonly actor: 'planner' | 'payroll' | 'administrator' | 'operator';
}

export function findingsJson(found: FindingReport): FindingJson[] {
  const { findings, names, places, language } = found;
  const reader = messageReader(found);
  return findings.map((finding) => ({
    code: finding.code,
    severity: finding.severity,
    accepted: finding.accepted !== undefined,
    reason: finding.accepted || null,
    employeeId: finding.employeeId,
    employee: names.has(finding.employeeId ?? finding.record) ? personName(finding, found) : null,
    establishment: places.get(finding.record) ?? null,
    date: finding.date,
    record: finding.record,
    message: findingMessage(finding, reader),
    remedy: exceptionWording(finding.code, language).remedy,
    actor: EXCEPTIONS[finding.code].actor,
  }));
}
