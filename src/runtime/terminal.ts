import type { Writable } from 'node:stream';
import ora from 'ora';
import stringWidth from 'string-width';
import { formatText } from '../i18n/formatMessage.js';
import type { AnyMessage } from '../i18n/message.js';
import { spelledOutLines } from './outsideText.js';
import { renderPaint } from './paint.js';
import { fittedText } from './wrapText.js';

/** Output of the program: results on stdout, everything else on stderr. */
export interface Terminal {
  /** Writes the result, and nothing else. */
  readonly result: (text: string) => void;
  /** Writes a message for people; --quiet suppresses it. */
  readonly message: (text: string | AnyMessage) => void;
  /** Writes a failure or warning that no option suppresses. */
  readonly alert: (text: string | AnyMessage) => void;
  /** Shows progress, only on a terminal; undefined clears it. */
  readonly progress: (text: string | AnyMessage | undefined) => void;
  /**
   * The width of the terminal on stdout in characters; undefined if stdout is not a terminal, so that nothing is cut.
   */
  readonly width: number | undefined;
}

export interface TerminalOptions {
  readonly quiet: boolean;
  readonly progress: boolean;
}

type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface Streams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/** Removes secrets from a text. */
export interface Cleaner {
  readonly clean: (text: string) => string;
}

/**
 * If stderr is not a terminal, there are no progress lines and no control characters. Messages wrap at words;
 * `paint.ts` has the colours. The code that writes a result wraps it, because tables must not wrap.
 */
export function openTerminal(
  streams: Streams,
  options: TerminalOptions,
  cleaner: Cleaner,
  env: Readonly<Record<string, string | undefined>> = {},
): Terminal {
  const animated = options.progress && !options.quiet && canAnimate(streams, env);
  const spinner = animated ? progressLine(streams, env) : undefined;
  const shown = (text: string | AnyMessage, stream?: OutputStream): string => {
    const hasColour = stream?.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
    return renderPaint(cleaner.clean(formatText(text, 'en')), hasColour, spelledOutLines);
  };
  const say = (text: string | AnyMessage): void => {
    const wasSpinning = spinner?.isSpinning ?? false;
    if (wasSpinning) spinner?.stop();
    streams.stderr.write(`${fittedText(shown(text, streams.stderr), widthOf(streams.stderr))}\n`);
    if (wasSpinning) spinner?.start();
  };
  return {
    result: (text) => {
      spinner?.stop();
      streams.stdout.write(`${shown(text, streams.stdout)}\n`);
    },
    message: (text) => {
      if (!options.quiet) say(text);
    },
    alert: say,
    progress: (text) => showProgress(spinner, text === undefined ? undefined : shown(text)),
    width: widthOf(streams.stdout),
  };
}

/** A terminal without a size reports 0. */
function widthOf({ isTTY, columns }: OutputStream): number | undefined {
  return isTTY === true ? columns || undefined : undefined;
}

/** Redrawing a line needs a terminal with a known width: without one, it would fill the screen. */
function canAnimate({ stderr }: Streams, { TERM }: Readonly<Record<string, string | undefined>>): boolean {
  return stderr.isTTY === true && (stderr.columns ?? 0) > 0 && TERM !== 'dumb';
}

/** A line that is redrawn. */
interface ProgressLine {
  text: string;
  readonly isSpinning: boolean;
  readonly start: (text?: string) => unknown;
  readonly stop: () => unknown;
}

function progressLine(
  { stderr }: Streams,
  { NO_COLOR }: Readonly<Record<string, string | undefined>>,
): ProgressLine {
  if (NO_COLOR) return new PlainLine(stderr);
  return ora({ stream: stderr as NodeJS.WritableStream, discardStdin: false, color: 'cyan' });
}

function showProgress(spinner: ProgressLine | undefined, text: string | undefined): void {
  if (spinner === undefined) return;
  if (text === undefined) spinner.stop();
  else if (spinner.isSpinning) spinner.text = text;
  else spinner.start(text);
}

/** A progress line, overwritten with only a carriage return and spaces: no escape sequences, no colour. */
class PlainLine {
  readonly #stream: Writable & { readonly columns?: number };
  #text = '';
  #isShown = false;

  constructor(stream: Writable & { readonly columns?: number }) {
    this.#stream = stream;
  }

  get isSpinning(): boolean {
    return this.#isShown;
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    if (this.#isShown) this.#write(text);
    this.#text = text;
  }

  start(text = this.#text): this {
    this.#write(text);
    this.#text = text;
    this.#isShown = true;
    return this;
  }

  stop(): this {
    if (this.#isShown) this.#write('');
    this.#isShown = false;
    return this;
  }

  /** The last column stays empty: a character there would wrap to the next line. */
  #write(text: string): void {
    const room = (this.#stream.columns ?? 80) - 1;
    const [line = ''] = text.split('\n');
    const shown = cut(line, room);
    const wipe = ' '.repeat(Math.max(0, stringWidth(cut(this.#text, room)) - stringWidth(shown)));
    this.#stream.write(`\r${shown}${wipe}${shown === '' ? '\r' : ''}`);
  }
}

function cut(text: string, width: number): string {
  let shown = text;
  while (stringWidth(shown) > width) shown = shown.slice(0, -1);
  return shown;
}
