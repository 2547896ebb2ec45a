import type { Writable } from 'node:stream';
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
  const isShown = options.progress && !options.quiet && canRedraw(streams, env);
  const line = isShown ? new ProgressLine(streams.stderr) : undefined;
  const shown = (text: string | AnyMessage, stream?: OutputStream): string => {
    const hasColour = stream?.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
    return renderPaint(cleaner.clean(formatText(text, 'en')), hasColour, spelledOutLines);
  };
  const say = (text: string | AnyMessage): void => {
    line?.hide();
    const written = commandsAsStarted(shown(text, streams.stderr), env);
    streams.stderr.write(`${fittedText(written, widthOf(streams.stderr))}\n`);
    line?.show();
  };
  return {
    result: (text) => {
      line?.set(undefined);
      const result = shown(text, streams.stdout);
      // Programs read JSON, whoever started paytally.
      const isJson = /^\s*[[{]/.test(result);
      streams.stdout.write(`${isJson ? result : commandsAsStarted(result, env)}\n`);
    },
    message: (text) => {
      if (!options.quiet) say(text);
    },
    alert: say,
    progress: (text) => line?.set(text === undefined ? undefined : shown(text)),
    width: widthOf(streams.stdout),
  };
}

/** Whether npm started the program, as `npx paytally`: without npx, its commands are not found. */
export function isStartedByNpm({ npm_execpath }: Readonly<Record<string, string | undefined>>): boolean {
  return npm_execpath !== undefined && npm_execpath !== '';
}

/** The commands that texts name in backticks, as the user types them. */
function commandsAsStarted(text: string, env: Readonly<Record<string, string | undefined>>): string {
  return isStartedByNpm(env) ? text.replaceAll('`paytally ', '`npx paytally ') : text;
}

/** A terminal without a size reports 0. */
function widthOf({ isTTY, columns }: OutputStream): number | undefined {
  return isTTY === true ? columns || undefined : undefined;
}

/** Redrawing a line needs a terminal with a known width: without one, it would fill the screen. */
function canRedraw({ stderr }: Streams, { TERM }: Readonly<Record<string, string | undefined>>): boolean {
  return stderr.isTTY === true && (stderr.columns ?? 0) > 0 && TERM !== 'dumb';
}

/** The last line of the terminal, overwritten with only a carriage return and spaces: no escape sequences, no colour. */
class ProgressLine {
  readonly #stream: OutputStream;
  /** undefined if there is no progress to show. */
  #text: string | undefined;
  #onScreen = '';

  constructor(stream: OutputStream) {
    this.#stream = stream;
  }

  /** Shows a text; undefined removes the line. */
  set(text: string | undefined): void {
    this.#text = text;
    this.show();
  }

  show(): void {
    this.#write(this.#text ?? '');
  }

  /** Makes room for a message, until the next `show`. */
  hide(): void {
    this.#write('');
  }

  /** The last column stays empty: a character there would wrap to the next line. */
  #write(text: string): void {
    const [line = ''] = text.split('\n');
    const shown = cut(line, (this.#stream.columns ?? 80) - 1);
    if (shown === this.#onScreen) return;
    const wipe = ' '.repeat(Math.max(0, stringWidth(this.#onScreen) - stringWidth(shown)));
    this.#stream.write(`\r${shown}${wipe}${shown === '' ? '\r' : ''}`);
    this.#onScreen = shown;
  }
}

function cut(text: string, width: number): string {
  let shown = text;
  while (stringWidth(shown) > width) shown = shown.slice(0, -1);
  return shown;
}
