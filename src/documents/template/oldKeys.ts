import type { SchemaProblem } from '../../config/input/schemaProblems.js';
import { message } from '../../i18n/message.js';

const EACH = 'each: pay-lines where kind != "loading" group by employee.number sort by employee.number';

/** Keys of templates of earlier versions, each with an example of what to write now. */
const OLD_KEYS: Readonly<Record<string, string>> = {
  field: `value: "{{employee.number}}"`,
  const: 'value: "text"',
  variable: 'value: "{{variables.NAME}}"',
  text: 'value: "{{employee.lastName}}, {{employee.firstName}}"',
  format: `value: "{{minutes | hours:2,','}}"`,
  ifEmpty: `value: "{{secondary | default:'1'}}"`,
  when: `if: 'variables.NAME = "yes"'`,
  data: EACH,
  filter: EACH,
  group: EACH,
  sort: EACH,
  on: 'each: pay-lines on employee.id',
  rows: EACH,
  sum: 'value: "{{sum(quantity)}}"',
  join: 'value: "{{join(payCode)}}"',
  count: 'value: "{{distinct(employee.id)}}"',
  min: "must: 'part.days >= 7'",
  max: "must: 'part.days <= 7'",
};

/** Says what replaces keys of earlier versions, and leaves out what only follows from them. */
export function explainOldKeys(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  const isOld = ({ unknownKey, path }: SchemaProblem) =>
    unknownKey && Object.hasOwn(OLD_KEYS, String(path.at(-1)));
  const blocks = problems.filter(isOld).map(({ path }) => path.slice(0, -1).join('.'));
  const followsFrom = ({ unknownKey, path }: SchemaProblem) =>
    !unknownKey && (blocks.includes(path.join('.')) || blocks.includes(path.slice(0, -1).join('.')));
  return problems.flatMap((problem) => {
    if (!isOld(problem)) return followsFrom(problem) ? [] : [problem];
    const example = OLD_KEYS[String(problem.path.at(-1))] ?? '';
    return [{ ...problem, message: message('template.schema.oldKey', { example }) }];
  });
}
