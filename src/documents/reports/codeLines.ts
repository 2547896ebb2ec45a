import type { ReportModel } from '../reportModel.js';
import { eachRow, numberOf, textOf } from './rowAccess.js';

/** Minutes and people of a pay code. */
export interface CodeLine {
  readonly code: string;
  /** What people call it; the code itself where it has no label. */
  readonly label: string;
  readonly kind: string;
  readonly minutes: number;
  readonly people: number;
}

const KINDS = ['base', 'topup', 'loading'];

/** Minutes and people per pay code: base hours first, then what is paid on top. */
export function codeLines(model: ReportModel): CodeLine[] {
  const sums = new Map<string, Omit<CodeLine, 'people'> & { minutes: number; people: Set<string> }>();
  for (const row of eachRow(model, 'pay-lines')) {
    const [code, kind] = [textOf(row, 'payCode'), textOf(row, 'kind')];
    const key = `${kind} ${code}`;
    const label = textOf(row, 'payCodeLabel') || code;
    const sum = sums.get(key) ?? { code, label, kind, minutes: 0, people: new Set() };
    sum.minutes += numberOf(row, 'minutes') ?? 0;
    sum.people.add(textOf(row, 'employee.id'));
    sums.set(key, sum);
  }
  const rank = ({ kind }: { kind: string }) => (KINDS.indexOf(kind) + 1 || KINDS.length + 1) - 1;
  return [...sums.values()]
    .map(({ people, ...line }) => ({ ...line, people: people.size }))
    .sort((a, b) => rank(a) - rank(b) || (a.code < b.code ? -1 : 1));
}
