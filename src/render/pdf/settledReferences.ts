import { Buffer } from 'node:buffer';
import type { InsideDocument } from './insideDocument.js';

/** Nothing that pdfkit writes has a character beyond one byte. */
const MARK = '\uE000';

/**
 * The structure elements of pages that have ended: four bytes for each until the file ends, and text for one page after
 * the other then. pdfkit would hold the elements, and at the end write all of them as one text.
 */
export class SettledReferences {
  readonly #ids: Uint32Array[] = [];

  /** @param references of a page, as pdfkit has them; undefined where they are of another kind than it makes */
  standIn(references: readonly unknown[]): object | undefined {
    const ids = references.flatMap((reference) => idOf(reference) ?? []);
    if (ids.length !== references.length) return undefined;
    const place = this.#ids.push(Uint32Array.from(ids)) - 1;
    return new StandIn(`${MARK}${place}${MARK}`);
  }

  /** From now on the document writes the references where the stand-ins are. */
  writeThrough(inside: InsideDocument): void {
    const write = inside._write.bind(inside);
    inside._write = (data) => {
      if (typeof data !== 'string' || !data.includes(MARK)) return write(data);
      for (const [index, part] of data.split(MARK).entries())
        write(Buffer.from(index % 2 === 0 ? part : this.#textOf(Number(part)), 'latin1'));
      write('');
    };
  }

  #textOf(place: number): string {
    return `[${Array.from(this.#ids[place] ?? [], (id) => `${id} 0 R`).join(' ')}]`;
  }
}

class StandIn {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** pdfkit would lay out a plain object as a dictionary; anything else it writes as its text. */
  get [Symbol.toStringTag](): string {
    return 'StandIn';
  }

  toString(): string {
    return this.#text;
  }
}

function idOf(reference: unknown): number | undefined {
  const [, id] = /^(\d+) 0 R$/.exec(String(reference)) ?? [];
  return id === undefined ? undefined : Number(id);
}
