import type { TextKey } from '../../language/text.js';
import type { WorkbookProperties } from '../../workbook/index.js';
import type { ReportContext } from './reportContext.js';

/** What the file's properties say. The date is the period's last day: no byte depends on the clock. */
export function workbookProperties(
  { t, run, subtitle, draft }: ReportContext,
  title: TextKey,
): WorkbookProperties {
  return {
    creator: 'paytally',
    title: `${t(title)} ${run('periodLabel')}`,
    subject: subtitle,
    company: run('employerName'),
    description: draft ? t('draftNote') : t('final'),
    createdAtUtc: `${run('to')}T00:00:00Z`,
  };
}
