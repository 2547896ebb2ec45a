import type { ReportContext } from './reportContext.js';

/** `<employer>_<period label>_<template>.xlsx`, without characters that a file system refuses. */
export function outputName({ run }: ReportContext, template: string): string {
  const name = `${run('employer')}_${run('periodLabel')}_${template}`;
  return `${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')}.xlsx`;
}
