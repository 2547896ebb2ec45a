import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from '../support/programs/runPaytally.js';

/** A document for people, with its path from the project's root. */
export interface Document {
  readonly path: string;
  readonly text: string;
}

/** A command of a `console` block, with the exit status that it promises (`# status 5` at its end). */
export interface DocumentedCommand {
  readonly argv: readonly string[];
  readonly status: number;
}

const AT_THE_TOP = ['README.md', 'CONTRIBUTING.md', 'RELEASING.md', 'SECURITY.md', 'CHANGELOG.md'];

/** Every document of the project that people read. */
export function documents(): readonly Document[] {
  const inDocs = readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  return [...AT_THE_TOP.filter((name) => existsSync(join(PROJECT, name))), ...inDocs]
    .sort()
    .map((path) => ({ path, text: readFileSync(join(PROJECT, path), 'utf8') }));
}

/** The bodies of the fenced blocks in a language. */
export function blocks({ text }: Document, language: string): readonly string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm');
  return [...text.matchAll(fence)].map(([, body = '']) => body);
}

/** The paytally commands in the document's `console` blocks, in order. */
export function commands(document: Document): readonly DocumentedCommand[] {
  return blocks(document, 'console')
    .flatMap((body) => body.split('\n').filter((line) => line.startsWith('$ paytally ')))
    .map((line) => {
      const [command = '', comment = ''] = line.split(/\s#\s/);
      return {
        argv: wordsOf(command.replace('$ paytally ', '')),
        status: Number(/status (\d+)/.exec(comment)?.[1] ?? 0),
      };
    });
}

/** Links to files of the project that don't exist. */
export function deadLinks({ path, text }: Document): readonly string[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
  return links.filter((link) => !existsSync(join(PROJECT, dirname(path), link)));
}

/** Splits as a shell does, but only with double quotes. */
export function wordsOf(command: string): string[] {
  const words = command.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replaceAll('"', ''));
}
