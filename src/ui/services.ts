import type { Context as Call, Hono } from 'hono';
import type { z } from 'zod';
import { type ActionSession, openSession } from '../app/session/openSession.js';
import type { SandboxHost } from '../app/setup/sandboxHost.js';
import type { LoadedConfig } from '../config/config.js';
import type { Context } from '../context.js';
import { PaytallyError } from '../errors.js';
import { formatMessage } from '../i18n/formatMessage.js';
import { LANGUAGES, type Language } from '../i18n/language.js';
import { type AnyMessage, message } from '../i18n/message.js';
import type { Jobs } from './jobs.js';

/** The services that the routes of the page share. */
export interface UiServices {
  readonly context: Context;
  /** The value from the command line. */
  readonly config: string | undefined;
  readonly isReadOnly: boolean;
  /** The language of the configuration; the reader can choose another. */
  readonly language: Language;
  readonly jobs: Jobs;
  readonly sandbox: SandboxHost;
  /** The page's open requests. */
  readonly requests: { open: number };
  /** Reading a large configuration takes longer than most answers. */
  readonly loadedBefore: { config: LoadedConfig | undefined };
}

/** A request of the page. */
export interface Asked {
  readonly call: Call;
  readonly language: Language;
  /** The employer in the path `/:employer/`, otherwise empty. */
  readonly employer: string;
  /** The current configuration, so that changes appear immediately. @throws as `openSession` */
  readonly session: () => Promise<ActionSession>;
  /** A value of the query. @throws PaytallyError USAGE if it is missing or empty */
  readonly query: (name: string) => string;
}

type Reply<Answer> = Answer | Response | Promise<Answer | Response>;
type Work<Order, Answer> = (order: Order, asked: Asked) => Reply<Answer>;

/** Declares the server's routes: data, work that writes nothing, and changes, which a read-only window refuses. */
export class Routes {
  readonly services: UiServices;
  readonly #app: Hono;

  constructor(app: Hono, services: UiServices) {
    this.#app = app;
    this.services = services;
  }

  data<Answer extends object>(path: string, answer: (asked: Asked) => Reply<Answer>): void {
    this.#app.get(path, async (call) => this.#reply(call, await answer(this.#asked(call))));
  }

  /** Data that only a change needs: a read-only window refuses it as well. */
  dataOfChange<Answer extends object>(path: string, answer: (asked: Asked) => Reply<Answer>): void {
    this.data(path, (asked) => {
      refuseReadOnly(this.services);
      return answer(asked);
    });
  }

  work<Order, Answer extends object>(
    path: string,
    schema: z.ZodType<Order>,
    answer: Work<Order, Answer>,
  ): void {
    this.#app.post(path, async (call) => {
      const body = await call.req.text();
      const order = schema.parse(body === '' ? {} : JSON.parse(body));
      return this.#reply(call, await answer(order, this.#asked(call)));
    });
  }

  change<Order, Answer extends object>(
    path: string,
    schema: z.ZodType<Order>,
    answer: Work<Order, Answer>,
  ): void {
    this.#app.post(path, (_, next) => {
      refuseReadOnly(this.services);
      return next();
    });
    this.work(path, schema, answer);
  }

  #reply(call: Call, answer: object): Response {
    if (answer instanceof Response) return answer;
    // A large text would be copied several times on its way to the socket.
    const bytes = Buffer.from(JSON.stringify(answer));
    return call.body(new Uint8Array(bytes), 200, { 'content-type': 'application/json' });
  }

  #asked(call: Call): Asked {
    return {
      call,
      language: languageOfCall(call, this.services),
      employer: call.req.param('employer') ?? '',
      session: () => openUiSession(this.services, this.services.context),
      query: (name) => {
        const value = call.req.query(name);
        if (value) return value;
        throw new PaytallyError('USAGE', message('ui.notAsked', { name }), { record: name });
      },
    };
  }
}

/** Data in which every message is its text in the reader's language. */
export type Localized<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends AnyMessage
    ? string
    : { readonly [Key in keyof Value]: Localized<Value[Key]> };

export function localized<Value>(value: Value, language: Language): Localized<Value> {
  const inLanguage = (each: unknown): unknown => {
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) return each.map(inLanguage);
    if (isMessage(each)) return formatMessage(each, language);
    return Object.fromEntries(Object.entries(each).map(([key, part]) => [key, inLanguage(part)]));
  };
  return inLanguage(value) as Localized<Value>;
}

function isMessage(value: object): value is AnyMessage {
  return ('id' in value && 'values' in value) || ('parts' in value && 'separator' in value);
}

const LANGUAGE_HEADER = 'x-paytally-language';

/** The language that the reader chose in the window. */
export function languageOfCall({ req }: Call, { language }: Pick<UiServices, 'language'>): Language {
  const chosen = req.header(LANGUAGE_HEADER);
  return LANGUAGES.find((each) => each === chosen) ?? language;
}

/** The current configuration. @throws as `openSession` */
export async function openUiSession(
  { config, loadedBefore }: Pick<UiServices, 'config' | 'loadedBefore'>,
  context: Context,
  employer?: string,
): Promise<ActionSession> {
  const chosen = employer === undefined ? {} : { employer: [employer] };
  const options = { config, quiet: true, progress: false, ...chosen };
  const session = await openSession(options, context, loadedBefore.config);
  loadedBefore.config = session.loaded;
  return session;
}

/** @throws PaytallyError USAGE if the page was started as read-only */
export function refuseReadOnly({ isReadOnly }: Pick<UiServices, 'isReadOnly'>): void {
  if (isReadOnly) throw new PaytallyError('USAGE', message('ui.readOnly'), { record: '--read-only' });
}
