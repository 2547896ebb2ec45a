import { DeliveryFailure, deliveryProblem } from '../../../src/delivery/deliveryFailure.js';
import type { NamedContent } from '../../../src/delivery/outgoingFile.js';
import { prepareServerAttempt, settleServerFiles } from '../../../src/delivery/sftp/sftp.js';
import type { SftpTarget } from '../../../src/delivery/sftp/sftpTarget.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import type { StagedFile } from '../../../src/store/stagedFiles.js';
import { freshPath, openedForWriting } from '../employers/sampleRun.js';

/** One attempt as `send` makes it, and the cleanup after it. */
export async function serverAttempt(
  target: SftpTarget,
  files: readonly NamedContent[],
): Promise<{ readonly outcome: string; readonly staged: readonly StagedFile[] }> {
  const store = openedForWriting(freshPath());
  const listed = files.map((file) => ({ file }));
  const { staged, send } = prepareServerAttempt(target, target, listed, store);
  const outcome = await send().then(
    () => 'sent',
    (failure: unknown) => {
      if (!(failure instanceof DeliveryFailure)) throw failure;
      return `${failure.state}: ${englishText(deliveryProblem(failure))}`;
    },
  );
  const attempt = { messageId: 'm', attempt: 1, employerKey: 'bakery', name: 'office', id: undefined };
  const state = outcome === 'sent' ? ('sent' as const) : ('failed' as const);
  await settleServerFiles(store, target, { ...attempt, state, files: staged }, new Date(0));
  store.close();
  return { outcome, staged };
}
