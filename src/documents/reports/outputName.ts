import type { ReportContext } from './reportContext.js';

/** `<employer>_<period label>_<template>.<extension>`, without characters that a file system refuses. */
export function outputName({ run }: ReportContext, template: string, extension = 'xlsx'): string {
  const name = `${run('employer')}_${run('periodLabel')}_${template}`;
  return `${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')}.${extension}`;
}
