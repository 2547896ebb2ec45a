import { compareText } from '../../domain/collections.js';
import type { DataRow } from '../dataSet.js';
import type { TemplateModel } from '../templateModel.js';
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
export function codeLines(model: TemplateModel): CodeLine[] {
  const sums = new CodeSums();
  for (const row of eachRow(model, 'pay-lines')) sums.add(row);
  return sums.lines();
}

/** The same, of pay lines that come one by one. */
export class CodeSums {
  readonly #sums = new Map<string, Omit<CodeLine, 'people'> & { minutes: number; people: Set<string> }>();

  add(row: DataRow): void {
    const [code, kind] = [textOf(row, 'payCode'), textOf(row, 'kind')];
    const key = `${kind} ${code}`;
    const label = textOf(row, 'payCodeLabel') || code;
    const sum = this.#sums.get(key) ?? { code, label, kind, minutes: 0, people: new Set() };
    sum.minutes += numberOf(row, 'minutes') ?? 0;
    sum.people.add(textOf(row, 'employee.id'));
    this.#sums.set(key, sum);
  }

  lines(): CodeLine[] {
    const rank = ({ kind }: { kind: string }) => (KINDS.indexOf(kind) + 1 || KINDS.length + 1) - 1;
    return [...this.#sums.values()]
      .map(({ people, ...line }) => ({ ...line, people: people.size }))
      .sort((a, b) => rank(a) - rank(b) || compareText(a.code, b.code) || compareText(a.kind, b.kind));
  }
}
