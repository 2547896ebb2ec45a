import type { TemplateOutput } from '../../documents/outputFile.js';
import type { Template } from '../../documents/template/template.js';
import { lackingVariables } from '../../documents/template/variablesOf.js';
import { problemLine, type RenderProblem } from '../../documents/text/renderProblems.js';
import { groupBy } from '../../domain/collections.js';
import { PaytallyError } from '../../errors.js';
import { type JoinedMessage, joined, message } from '../../i18n/message.js';
import { unmappedEmployeesBlock } from './checkMapping.js';
import { type DoctorFinding, hasProblem, ok, problemFinding, warning } from './doctorFinding.js';
import {
  isAboutSamplePerson,
  isLackingNumber,
  isSamplePerson,
  type Rehearsal,
  type RehearsedPeople,
  rehearse,
  rehearsedModel,
  samplePerson,
} from './rehearsedModel.js';

export interface RehearsalChecked {
  readonly findings: readonly DoctorFinding[];
  /** The files that a month's export would have, by name. */
  readonly outputs: readonly TemplateOutput[];
}

/**
 * Renders each template once with made-up work, by the code of an export. If a template refuses a person with
 * complete data, it refuses every person. Other refusals concern single people.
 */
export async function checkRehearsal(
  rehearsal: Rehearsal,
  templates: readonly Template[],
  signal: AbortSignal,
): Promise<RehearsalChecked> {
  const { config } = rehearsal;
  const ready = templates.filter((template) => lackingVariables(template, config) === undefined);
  const findings: DoctorFinding[] = [];
  const outputs: TemplateOutput[] = [];
  for (const template of ready) {
    const checked = await rehearsalOf(template, rehearsal, signal);
    findings.push(...checked.findings);
    outputs.push(...checked.outputs);
  }
  if (ready.length > 0 && !hasProblem(findings)) {
    const names = ready.map(({ name }) => name).join(', ');
    findings.push(ok('templates', message('doctor.templates.tried', { names }), config.employerKey));
  }
  return { findings, outputs };
}

async function rehearsalOf(
  template: Template,
  rehearsal: Rehearsal,
  signal: AbortSignal,
): Promise<RehearsalChecked> {
  const play = (people: RehearsedPeople) =>
    rehearse(template, rehearsedModel(rehearsal, people), rehearsal, signal);
  const { problems, failure, outputs } = await play(samplePerson(template, rehearsal));
  if (failure !== undefined)
    return { findings: [problemFinding('templates', failure, rehearsal.config.employerKey)], outputs };
  const always = problems.filter((found) => !isAboutSamplePerson(template, found));
  const findings = always.length > 0 ? [refusedAlways(template, always, rehearsal)] : [];
  // Reports and drawn workbooks accept incomplete data about people.
  if (template.kind !== 'text' || rehearsal.people.length === 0) return { findings, outputs };
  const known = new Set(always.map(keyOf));
  const hidesNumbers = unmappedEmployeesBlock(rehearsal.config);
  const played = await play(everybody(rehearsal));
  const personal = played.problems.filter(
    (found) => !known.has(keyOf(found)) && !(hidesNumbers && isLackingNumber(template, found)),
  );
  if (played.failure !== undefined)
    findings.push(problemFinding('templates', played.failure, rehearsal.config.employerKey));
  return { findings: [...findings, ...aboutPeople(template, personal, rehearsal)], outputs };
}

function everybody({ people, employees, mapping }: Rehearsal): RehearsedPeople {
  return { people, employees: employees ?? null, mapping: mapping.employees };
}

function refusedAlways(
  { name }: Template,
  problems: readonly RenderProblem[],
  { config: { employerKey }, employees, hasShifts, mapping }: Rehearsal,
): DoctorFinding {
  const text = message('doctor.templates.refused', {
    template: name,
    lines: linesOf(problems),
    mapping: mapping.path ?? message('people.theMappingFile'),
    noEmployees: employees === null ? 1 : 0,
    noPlanning: hasShifts ? 0 : 1,
  });
  return problemFinding('templates', new PaytallyError('RENDER_REFUSED', text), employerKey);
}

/**
 * A problem with an employee who has worked recently stops an export. A problem with another stops it once that
 * employee has worked. If no employee has worked, a wrong value (but not a missing one) would stop the first export.
 */
function aboutPeople(
  { name }: Template,
  problems: readonly RenderProblem[],
  rehearsal: Rehearsal,
): readonly DoctorFinding[] {
  const { employees, recent, mapping } = rehearsal;
  const { employerKey } = rehearsal.config;
  // Without a list from the service, neither names nor current employment are known.
  const told = problems.filter(({ value }) => value !== undefined || employees !== undefined);
  const hasWorked = labelTest(recent);
  const stops = ({ value, employee }: RenderProblem): boolean =>
    employee === undefined || hasWorked(employee) || (recent.size === 0 && value !== undefined);
  const now = told.filter(stops);
  const later = told.filter((found) => !stops(found));
  const path = mapping.path ?? message('people.theMappingFile');
  const remedy = message('doctor.templates.correctPeople', { path });
  const findings: DoctorFinding[] = [];
  if (now.length > 0) {
    const text = message('doctor.templates.people', { template: name, lines: linesOf(now) });
    findings.push(
      problemFinding('templates', new PaytallyError('RENDER_REFUSED', text, { remedy }), employerKey),
    );
  }
  if (later.length > 0) {
    const text = message('doctor.templates.peopleLater', { template: name, lines: linesOf(later) });
    findings.push(warning('templates', text, employerKey, remedy));
  }
  return findings;
}

/** Messages name people as `Name (id)`, or by the id alone. */
function labelTest(ids: ReadonlySet<string>): (label: string) => boolean {
  return (label) => ids.has(label) || ids.has(/\(([^()]*)\)$/.exec(label)?.[1] ?? '');
}

/** A new line for each problem, with all employees it concerns. */
function linesOf(problems: readonly RenderProblem[]): JoinedMessage {
  const lines = [...groupBy(problems, keyOf).values()].flatMap((same) => {
    const [first] = same;
    const employees = same.flatMap(({ employee }) =>
      employee === undefined || isSamplePerson(employee) ? [] : employee,
    );
    return first === undefined ? [] : problemLine(first, employees);
  });
  return joined(['', ...lines]);
}

function keyOf({ column, value, message }: RenderProblem): string {
  return JSON.stringify([column, value, message]);
}
