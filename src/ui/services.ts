import type { Context as Call } from 'hono';
import { type ActionSession, openSession } from '../actions/actionSession.js';
import type { SandboxHost } from '../actions/sandboxHost.js';
import type { LoadedConfig } from '../config/config.js';
import type { Context } from '../context.js';
import { PaytallyError } from '../errors.js';
import { LANGUAGES, type Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import type { Jobs } from './jobs.js';

/** What the routes of the page share. */
export interface UiServices {
  readonly context: Context;
  /** As on the command line. */
  readonly config: string | undefined;
  readonly isReadOnly: boolean;
  /** Of the configuration; the reader may choose another. */
  readonly language: Language;
  readonly jobs: Jobs;
  readonly sandbox: SandboxHost;
  /** Of the page, being answered. */
  readonly requests: { open: number };
  /** Reading a large configuration takes longer than most answers. */
  readonly loadedBefore: { config: LoadedConfig | undefined };
}

const LANGUAGE_HEADER = 'x-paytally-language';

/** The language that the reader has chosen in the window. */
export function languageOfCall({ req }: Call, { language }: Pick<UiServices, 'language'>): Language {
  const chosen = req.header(LANGUAGE_HEADER);
  return LANGUAGES.find((each) => each === chosen) ?? language;
}

/** The configuration as it is now; whoever changes it sees that at once. @throws as `openSession` */
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

/** @throws PaytallyError USAGE if the page was started to look only */
export function refuseReadOnly({ isReadOnly }: Pick<UiServices, 'isReadOnly'>): void {
  if (isReadOnly) throw new PaytallyError('USAGE', message('ui.readOnly'), { record: '--read-only' });
}
