import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '..', '..', '..', 'src');
/** A text in the code that begins like a statement that changes something, or calls a function that does. */
const CHANGE = /^\s*(INSERT INTO|UPDATE|DELETE FROM|WITH \w+ AS|SELECT graphile_worker\.\w+\()/;
const TEXT = /`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'/g;
/** Statements for the working copy, which is a file of SQLite. */
const OF_COPY = /\bmain\.|\bsource\./;
const FILES_WITH_COPY_ONLY = ['moveStore.ts', 'filePlace.ts', 'checkOut.ts', 'sharedTables.ts'];
/** All of its statements are in one transaction. */
const SCHEMA = 'sharedSchema.ts';

/** A statement in the code, and what it looks like on its way to the server. */
export interface ChangingStatement {
  readonly file: string;
  readonly text: string;
  readonly pattern: RegExp;
}

/** The statements in the code that change something in PostgreSQL. */
export function listChangingStatements(): readonly ChangingStatement[] {
  return ['store/postgres', 'app/schedule/worker'].flatMap((folder) =>
    readdirSync(join(SOURCE, folder))
      .filter((file) => file.endsWith('.ts') && file !== SCHEMA && !FILES_WITH_COPY_ONLY.includes(file))
      .flatMap((file) => statementsOf(file, readFileSync(join(SOURCE, folder, file), 'utf8'))),
  );
}

function statementsOf(file: string, code: string): readonly ChangingStatement[] {
  return [...code.matchAll(TEXT)].flatMap(([, template, plain]) => {
    const text = template ?? plain ?? '';
    const isOnlyRead = /^\s*WITH/.test(text) && !/\b(UPDATE|INSERT|DELETE)\b/.test(text);
    if (!CHANGE.test(text) || OF_COPY.test(text) || isOnlyRead) return [];
    const parts = withoutValues(text).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return [{ file, text, pattern: new RegExp(`^${parts.join('[^]*')}$`) }];
  });
}

/** The parts of a template between its values, which may contain brackets. */
function withoutValues(template: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (let at = 0; at < template.length; at += 1) {
    if (depth === 0 && template.startsWith('${', at)) {
      depth = 1;
      at += 1;
      parts.push(part);
      part = '';
    } else if (depth > 0) depth += template[at] === '{' ? 1 : template[at] === '}' ? -1 : 0;
    else part += template[at];
  }
  return [...parts, part];
}

/** Whether a statement on its way changes something; the statements of the queue are included. */
export function isChange(text: string): boolean {
  return text === 'COMMIT' || /^\s*(INSERT|UPDATE|DELETE|WITH|SELECT graphile_worker\.\w+\()/i.test(text);
}

/** What statements have in common that differ in values and in the number of columns. */
export function kindOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 70);
}
