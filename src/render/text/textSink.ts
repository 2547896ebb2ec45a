import { Spool } from '../../store/externalSorter.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import type { RenderContext } from './renderContext.js';
import type { TextBody } from './textBody.js';

/** A text that is written row by row while employees are computed; it stays in a spool until the run continues. */
export class TextSink {
  /** The data set of its rows. */
  readonly dataSet: string;
  readonly #name: string;
  readonly #body: TextBody;
  readonly #context: RenderContext;
  readonly #spool = new Spool();
  #failure: { readonly thrown: unknown } | undefined;
  #file: OutputFile | undefined;

  constructor(dataSet: string, name: string, body: TextBody, context: RenderContext) {
    this.dataSet = dataSet;
    this.#name = name;
    this.#body = body;
    this.#context = context;
    this.#try(() => body.begin());
  }

  /** Problems of a row are reported when the file is read: until then the run may be stopped for other reasons. */
  add(rows: Iterable<DataRow>): void {
    this.#try(() => this.#body.add(rows));
  }

  /** @throws errors of writing; the file throws RenderRefused at its end if values do not fit */
  finish(): OutputFile {
    this.#file ??= this.#finished();
    return this.#file;
  }

  close(): void {
    this.#spool.close();
  }

  #finished(): OutputFile {
    this.#try(() => this.#body.end());
    if (this.#failure !== undefined) throw this.#failure.thrown;
    const { bytes, file, rows } = this.#body;
    const rest = bytes.rest(file.spec.dialect.finalNewline ? '' : file.recordDelimiter);
    for (const piece of bytes.taken()) this.#spool.add(piece);
    this.#spool.add(rest);
    return { name: this.#name, rows, content: written(this.#spool, this.#context) };
  }

  #try(write: () => void): void {
    if (this.#failure !== undefined) return;
    try {
      write();
      for (const piece of this.#body.bytes.taken()) this.#spool.add(piece);
    } catch (thrown) {
      this.#failure = { thrown };
    }
  }
}

/** Created outside of the class, so that the file does not keep the writer in memory. */
function written(spool: Spool, { problems }: RenderContext): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator]() {
      yield* spool;
      problems.throwIfAny();
    },
  };
}
