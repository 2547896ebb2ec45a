import { fileURLToPath } from 'node:url';
import { type Expression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { isBinaryExpression, isCallExpression, isTemplateExpression } from 'typescript/unstable/ast/is';
import { API, type Type, TypeFlags } from 'typescript/unstable/sync';
import { afterAll, expect, test } from 'vitest';
import { finding } from '../../src/domain/exceptions/finding.js';
import { message } from '../../src/i18n/message.js';

// TypeScript allows any object in a template literal. A message there becomes "[object Object]" instead of its text.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const api = new API({ cwd: ROOT });
afterAll(() => api.close());
const project = api.updateSnapshot({ openProject: `${ROOT}tsconfig.json` }).getProjects()[0];

/** The expressions that a file turns into text: `${x}`, a + b, String(x). */
function stringified(file: SourceFile): readonly Expression[] {
  const found: Expression[] = [];
  const visit = (node: Node): undefined => {
    if (isTemplateExpression(node)) found.push(...node.templateSpans.map((span) => span.expression));
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.PlusToken)
      found.push(node.left, node.right);
    if (isCallExpression(node) && /^String$|\.join$/.test(node.expression.getText(file)))
      found.push(...node.arguments);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

function membersOf(type: Type): readonly Type[] {
  return type.isUnionType() ? type.getTypes().flatMap(membersOf) : [type];
}

/** `FILE:LINE EXPRESSION` of the messages that a file writes into a string. */
function messagesInStrings(path: string): readonly string[] {
  const file = project?.program.getSourceFile(path);
  if (project === undefined || file === undefined) throw new Error(`${path} is not in the program`);
  const nodes = stringified(file);
  if (nodes.length === 0) return [];
  const types = project.checker.getTypeAtLocation([...nodes]);
  const isMessage = (type: Type): boolean =>
    (type.flags & TypeFlags.Object) !== 0 &&
    ['id', 'parts'].some((name) => project.checker.getPropertyOfType(type, name) !== undefined) &&
    ['values', 'separator'].some((name) => project.checker.getPropertyOfType(type, name) !== undefined);
  return nodes
    .filter((_, index) => membersOf(types[index] as Type).some(isMessage))
    .map((node) => `${path.slice(ROOT.length)}: ${node.getText(file)}`);
}

test('no message is written into a string', { tags: 'slow' }, () => {
  const files = project?.program.getSourceFileNames().filter((path) => path.startsWith(`${ROOT}src/`)) ?? [];
  expect(files.length).toBeGreaterThan(600);
  expect(files.flatMap(messagesInStrings)).toEqual([]);
});

test('a message in a string is found', () => {
  const texts = [`${message('writing.date')}`, `a ${1} ${[message('writing.date')].at(0)}`];
  expect(texts[0]).toBe('[object Object]');
  expect(messagesInStrings(fileURLToPath(import.meta.url))).toHaveLength(texts.length);
});

test('values that a text does not have do not compile, even if spread', () => {
  const values = { path: 'a', reason: 'b', employees: ['c'] };
  // @ts-expect-error surplus: employees
  message('config.notReadable', { ...values });
  // @ts-expect-error missing: reason
  message('config.notReadable', { path: 'a' });
});

test('facts that the message of an exception does not have do not compile, even if spread', () => {
  const facts = { number: '17', others: 'b', employees: ['c'] };
  // @ts-expect-error surplus: employees
  finding('DUPLICATE_NUMBER', { record: 'a' }, { ...facts });
  // @ts-expect-error missing: others
  finding('DUPLICATE_NUMBER', { record: 'a' }, { number: '17' });
  // @ts-expect-error missing: both facts
  finding('DUPLICATE_NUMBER', { record: 'a' });
  // @ts-expect-error surplus: its message has no values
  finding('NO_ENTRIES', { record: 'a' }, { period: '2026-10' });
});
