/** How the ledger treats a template, by docs/ledger.md. */
export interface TemplateKind {
  /** How its target takes corrections; `people`: it declares none, and its lines are those without a template. */
  readonly corrections: 'delta' | 'reversal' | 'restate' | 'restate-all' | 'both' | 'none' | 'people';
  /** The identity of its rows: the line itself, or an employee's number and code. */
  readonly rows: 'lines' | 'numbers';
  /** Whether it can print counts and leave in days. */
  readonly hasQuantity: boolean;
}

/** Built-in ones, and custom ones of every kind. */
export const TEMPLATES: Readonly<Record<string, TemplateKind>> = {
  'pay-lines': { corrections: 'delta', rows: 'lines', hasQuantity: true },
  'employee-days': { corrections: 'people', rows: 'lines', hasQuantity: true },
  'monthly-hours': { corrections: 'people', rows: 'lines', hasQuantity: true },
  'generic-csv': { corrections: 'delta', rows: 'numbers', hasQuantity: false },
  'own-delta': { corrections: 'delta', rows: 'numbers', hasQuantity: true },
  'own-reversal': { corrections: 'reversal', rows: 'numbers', hasQuantity: true },
  'own-both': { corrections: 'both', rows: 'numbers', hasQuantity: true },
  'own-restate': { corrections: 'restate', rows: 'numbers', hasQuantity: true },
  'own-restate-all': { corrections: 'restate-all', rows: 'numbers', hasQuantity: true },
  'own-none': { corrections: 'none', rows: 'numbers', hasQuantity: true },
};

/** The templates of a final. */
export const TEMPLATE_SETS: readonly (readonly string[])[] = [
  ['pay-lines'],
  ['employee-days'],
  ['monthly-hours'],
  ['pay-lines', 'employee-days'],
  ['own-delta', 'pay-lines'],
  ['own-reversal', 'own-restate'],
  ['own-restate-all', 'own-both'],
  ['own-none'],
  ['own-none', 'employee-days'],
  ['own-none', 'own-delta'],
  ['generic-csv', 'employee-days'],
];

const DECLARED: Readonly<Record<string, string>> = {
  'own-delta': 'corrections: delta',
  'own-reversal': 'corrections: delta\nstyle: reversal',
  'own-both': 'corrections: both',
  'own-restate': 'corrections: restate\nrestateScope: employee',
  'own-restate-all': 'corrections: restate\nrestateScope: all',
  'own-none': 'corrections: none',
};

/** The path of a template on the command line. */
export function pathOf(template: string): string {
  return template in DECLARED ? `./${template}.yaml` : template;
}

/** Files of our custom templates, by name. */
export function ownTemplates(): Readonly<Record<string, string>> {
  const files = Object.entries(DECLARED).map(([name, corrections]) => [
    `${name}.yaml`,
    ownTemplate(corrections),
  ]);
  return Object.fromEntries(files);
}

function ownTemplate(corrections: string): string {
  return `kind: text
description: Hours by person and code
audience: payroll
${corrections}
rows:
  each: pay-lines group by employee.id, external sort by employee.number, external
  columns:
    - { header: employeeNumber, value: "{{employee.number}}", required: true }
    - { header: code, value: "{{external}}", required: true }
    - { header: hours, value: "{{minutes | hours:2}}" }
    - { header: minutes, value: "{{minutes}}" }
    - { header: quantity, value: "{{quantity}}" }
`;
}
