import type { OutputFile } from '../../documents/outputFile.js';
import { AMOUNT_UNITS, type PayAmounts } from '../../domain/pay/payAmounts.js';
import { PaytallyError } from '../../errors.js';
import { message, type Text } from '../../i18n/message.js';

/** The rendered files of one template, or why there are none. */
export class PayrollFiles {
  readonly #exported: PayAmounts;
  readonly #notices: Text[] = [];
  #files: readonly OutputFile[] = [];
  #failure: { readonly thrown: unknown } | undefined;

  constructor(exported: PayAmounts) {
    this.#exported = exported;
  }

  get isEmpty(): boolean {
    return this.#failure === undefined && this.#files.every(({ rows }) => rows === 0);
  }

  async render(render: (onNotice: (notice: Text) => void) => Promise<readonly OutputFile[]>): Promise<void> {
    try {
      this.#files = await render((notice) => this.#notices.push(notice));
      for (const file of this.#files) assertAccounted(file, this.#exported);
    } catch (thrown) {
      if (thrown instanceof PaytallyError && thrown.code === 'INTERRUPTED') throw thrown;
      this.#failure = { thrown };
    }
  }

  /** @throws PaytallyError RENDER_REFUSED; CONTROL_MISMATCH for amounts that are neither in a file nor left out */
  finish(onNotice?: (notice: Text) => void): readonly OutputFile[] {
    if (this.#failure !== undefined) throw this.#failure.thrown;
    for (const notice of this.#notices) onNotice?.(notice);
    return this.#files;
  }
}

/** The account of a file begins with all that the employees of the run were given. */
function assertAccounted({ name, account }: OutputFile, exported: PayAmounts): void {
  if (account?.isOfPayLines !== true) return;
  for (const unit of AMOUNT_UNITS) {
    const [first, second] = [account.exported[unit], exported[unit]];
    if (first === second) continue;
    const values = { what: `${name}, ${unit}`, first, second };
    throw new PaytallyError('CONTROL_MISMATCH', message('control.differs', values), { record: name });
  }
}
