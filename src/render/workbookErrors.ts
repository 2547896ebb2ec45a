import { PaytallyError } from '../errors.js';
import { WorkbookError } from '../workbook/index.js';

/** The workbook engine's errors as the program's own: its codes are among ours. Others stay what they are. */
function toPaytallyError(error: unknown): unknown {
  if (!(error instanceof WorkbookError)) return error;
  const { code, text, record, remedyText: remedy, cause } = error;
  return new PaytallyError(code, text, {
    ...(record === undefined ? {} : { record }),
    ...(remedy === undefined ? {} : { remedy }),
    cause: cause ?? error,
  });
}

/** Waits for something of the workbook engine. @throws PaytallyError TEMPLATE_INVALID, RENDER_REFUSED */
export async function translateErrors<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw toPaytallyError(error);
  }
}

/** The pieces of a workbook, made while they are read. @throws PaytallyError RENDER_REFUSED while they are */
export async function* workbookContent(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw toPaytallyError(error);
  }
}
