import type { TapSettings } from '../../config/schema/sourceSchema.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { parseJson } from '../../runtime/jsonText.js';
import { excerpt, shown } from '../../runtime/outsideText.js';
import { type ProgramEnd, startProgram } from '../../runtime/startProgram.js';
import { isWireRecord, type WireRecord } from '../records/fields.js';
import { interruption, type Observer } from '../transport/effects.js';

/** What a run of the program needs. */
export interface TapRun {
  readonly settings: TapSettings;
  /** The folder of the configuration, in which the program runs. */
  readonly folder: string;
  readonly observer: Observer;
  readonly signal: AbortSignal;
}

/** A record of the stream with the time entries. */
export interface TapRecord {
  /** Its number in the stream, from 1. */
  readonly number: number;
  readonly fields: WireRecord;
  /** The fields that identify a record, if the program says so. */
  readonly keys: readonly string[];
}

/** What the program has said about the stream so far. */
interface Stream {
  readonly name: string;
  keys: readonly string[];
  records: number;
  /** The fields of its records. */
  readonly fields: Set<string>;
}

/**
 * Runs the program once, and reads the records of its stream (Singer specification 0.3.0). STATE, ACTIVATE_VERSION and
 * unknown messages are ignored.
 * @throws PaytallyError SOURCE_INVALID, also after the last record if the program fails; INTERRUPTED
 */
export async function* tapRecords(run: TapRun): AsyncGenerator<TapRecord> {
  const { settings, folder, signal } = run;
  const [program, ...args] = settings.command;
  const timeoutMs = settings.timeoutSeconds * 1000;
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const { output, ended } = startProgram(program, args, { timeoutMs, signal: either, folder });
  const reader = new StreamReader(run);
  let isWhole = false;
  try {
    for await (const line of linesOf(output, program)) yield* reader.read(line);
    isWhole = true;
  } catch (failure) {
    // The output of a program that was ended is cut off: how it ended says why.
    if (!isCutOff(failure)) throw failure;
  } finally {
    if (!isWhole) stop.abort();
  }
  if (signal.aborted) throw interruption();
  refuseFailure(run, await ended);
  reader.end();
}

/** Keeps what the messages say about streams. */
class StreamReader {
  readonly #run: TapRun;
  readonly #others = new Set<string>();
  /** The fields that the configuration names, and those of them that neither schema nor record has shown. */
  readonly #paths: readonly string[];
  readonly #unseen: Set<string>;
  #stream: Stream | undefined;
  #line = 0;

  constructor(run: TapRun) {
    this.#run = run;
    this.#paths = Object.values(run.settings.columns).flat();
    this.#unseen = new Set(this.#paths);
  }

  *read(text: string): Generator<TapRecord> {
    this.#line += 1;
    if (text.trim() === '') return;
    const parsed = parseJson(text);
    if (!isWireRecord(parsed) || typeof parsed.type !== 'string')
      throw this.#problem(message('source.tap.noMessage', { line: this.#line, got: shown(text) }));
    const { type, stream, record } = parsed;
    if (type !== 'SCHEMA' && type !== 'RECORD') return;
    if (typeof stream !== 'string' || stream === '')
      throw this.#problem(message('source.tap.noMessage', { line: this.#line, got: shown(text) }));
    const known = this.#open(stream);
    if (known === undefined) return;
    if (type === 'SCHEMA') this.#learn(known, parsed);
    else if (isWireRecord(record)) {
      this.#look(known, record);
      yield { number: known.records, fields: record, keys: known.keys };
    } else throw this.#problem(message('source.tap.noMessage', { line: this.#line, got: shown(text) }));
  }

  /** @throws PaytallyError SOURCE_INVALID if the stream did not come, or lacks a configured field in all records */
  end(): void {
    if (this.#stream !== undefined) {
      this.#refuseUnseen(this.#stream);
      return;
    }
    const { stream = '' } = this.#run.settings;
    const there = [...this.#others].sort().join(', ');
    throw this.#problem(
      there === ''
        ? message('source.tap.silent', this.#program)
        : message('source.tap.noStream', { stream, there }),
    );
  }

  /** The stream with the time entries; undefined if it is another one. */
  #open(name: string): Stream | undefined {
    const wanted = this.#run.settings.stream;
    if (wanted !== undefined && wanted !== name) {
      this.#others.add(name);
      return undefined;
    }
    if (this.#stream !== undefined && this.#stream.name !== name)
      throw this.#problem(message('source.tap.severalStreams', { there: `${this.#stream.name}, ${name}` }));
    this.#stream ??= { name, keys: [], records: 0, fields: new Set() };
    return this.#stream;
  }

  #learn(stream: Stream, { schema, key_properties: keys }: WireRecord): void {
    if (Array.isArray(keys)) stream.keys = keys.filter((key) => typeof key === 'string');
    if (!isWireRecord(schema) || !isWireRecord(schema.properties)) return;
    const { properties } = schema;
    const missing = this.#paths.find(
      (path) => !Object.hasOwn(properties, path) && !Object.hasOwn(properties, topOf(path)),
    );
    if (missing !== undefined) throw this.#noField(stream.name, missing, Object.keys(properties));
    for (const path of this.#paths) if (Object.hasOwn(properties, path)) this.#unseen.delete(path);
  }

  /** A field that no record has would count as empty: a break, say, would not be deducted. */
  #refuseUnseen({ name, records, fields }: Stream): void {
    const [missing] = this.#unseen;
    if (records > 0 && missing !== undefined) throw this.#noField(name, missing, [...fields]);
  }

  #look(stream: Stream, record: WireRecord): void {
    stream.records += 1;
    for (const name of Object.keys(record)) stream.fields.add(name);
    for (const path of this.#unseen) if (fieldAt(record, path) !== undefined) this.#unseen.delete(path);
  }

  #noField(stream: string, field: string, there: readonly string[]): PaytallyError {
    return this.#problem(message('source.tap.noField', { stream, field, there: there.join(', ') }));
  }

  get #program(): { readonly program: string } {
    return { program: this.#run.settings.command[0] };
  }

  #problem(text: AnyMessage): PaytallyError {
    return new PaytallyError('SOURCE_INVALID', text, { record: this.#run.settings.command[0] });
  }
}

/** A field by its name or path, such as `user.id`; null if it, or what it lies in, is empty; undefined without it. */
export function fieldAt(record: WireRecord, path: string): unknown {
  if (Object.hasOwn(record, path)) return record[path] ?? null;
  let value: unknown = record;
  for (const name of path.split('.')) {
    if (value === null) return null;
    if (typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name) ?? null;
  }
  return value;
}

/** The first name of a path: `user` of `user.id`. */
function topOf(path: string): string {
  return path.split('.')[0] ?? path;
}

const LONGEST_LINE = 16_000_000;

/** @throws PaytallyError SOURCE_INVALID for bytes that are not UTF-8, and for an endless line */
async function* linesOf(output: AsyncIterable<Uint8Array>, program: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const broken = () =>
    new PaytallyError('SOURCE_INVALID', message('source.tap.notText', { program }), { record: program });
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw broken();
    }
  };
  let rest = '';
  for await (const chunk of output) {
    const lines = (rest + decode(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw broken();
    yield* lines;
  }
  yield rest + decode();
}

function isCutOff(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

const SAID_LINES = 5;

/** Shows what the program wrote to its standard error, and refuses a failed run. */
function refuseFailure({ settings, observer }: TapRun, { status, stderr, isMissing }: ProgramEnd): void {
  const [program] = settings.command;
  const said = excerpt(stderr.trim().split('\n').slice(-SAID_LINES).join('; '));
  if (said !== '') observer({ type: 'said', program, text: said });
  if (status === 0) return;
  const hasSaid = said === '' ? 'no' : 'yes';
  const refused = (text: AnyMessage) => new PaytallyError('SOURCE_INVALID', text, { record: program });
  if (isMissing) throw refused(message('source.tap.missing', { program }));
  if (status === undefined)
    throw refused(message('source.tap.slow', { program, seconds: settings.timeoutSeconds, said, hasSaid }));
  throw refused(message('source.tap.failed', { program, status, said, hasSaid }));
}
