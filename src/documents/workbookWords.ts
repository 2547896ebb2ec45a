import { PaytallyError } from '../errors.js';
import { remedyOf } from '../i18n/formatMessage.js';
import { type AnyMessage, type MessageId, type Text, verbatim } from '../i18n/message.js';
import {
  WorkbookError,
  type WorkbookMessage,
  type WorkbookMessageId,
  type WorkbookText,
} from '../workbook/index.js';

/**
 * The program's message for one of the workbook engine: its words are in the catalogue `workbook`. Texts that the program
 * gave to the engine, such as descriptions of fields, are messages already.
 */
export function workbookWords(text: WorkbookMessage): AnyMessage {
  if ('parts' in text) return { parts: text.parts.map(wordsOfValue), separator: text.separator };
  if ('remedyOf' in text)
    return (
      remedyOf(workbookWords(text.remedyOf)) ??
      (text.otherwise ? workbookWords(text.otherwise) : verbatim(''))
    );
  const values = Object.entries(text.values).map(([name, value]) => [name, wordsOfValue(value)]);
  const id: MessageId = `workbook.${text.id as WorkbookMessageId}`;
  return { id, values: Object.fromEntries(values) };
}

function wordsOfValue(value: WorkbookText): Text {
  if (typeof value !== 'object') return value;
  return 'ofCaller' in value ? (value.ofCaller as Text) : workbookWords(value);
}

/**
 * Converts the workbook engine's errors to the program's own, whose codes include the engine's. Other errors are
 * unchanged.
 */
function toPaytallyError(error: unknown): unknown {
  if (!(error instanceof WorkbookError)) return error;
  const { code, text, record, cause } = error;
  return new PaytallyError(code, workbookWords(text), {
    ...(record === undefined ? {} : { record }),
    cause: cause ?? error,
  });
}

/** Awaits a result of the workbook engine. @throws PaytallyError TEMPLATE_INVALID, RENDER_REFUSED */
export async function translateErrors<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw toPaytallyError(error);
  }
}

/** The chunks of a workbook, generated while they are read. @throws PaytallyError RENDER_REFUSED during reading */
export async function* workbookContent(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw toPaytallyError(error);
  }
}
