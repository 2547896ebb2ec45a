import { PaytallyError } from '../errors.js';
import { WorkbookError } from '../workbook/index.js';
import { languageWords } from './languageWords.js';

/**
 * Converts the workbook engine's errors to the program's own, whose codes include the engine's. Other errors are
 * unchanged.
 */
function toPaytallyError(error: unknown): unknown {
  if (!(error instanceof WorkbookError)) return error;
  const { code, text, record, cause } = error;
  return new PaytallyError(code, languageWords(text), {
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
