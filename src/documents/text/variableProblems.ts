import { problemLine, RenderProblems } from './renderProblems.js';
import type { TextTemplate } from './renderText.js';
import { type TemplateValues, templateVariables } from './templateVariables.js';

/** What is wrong with the variables that the configuration gives a template; known before anything is read. */
export function variableProblems(template: TextTemplate, given: TemplateValues): string[] {
  const problems = new RenderProblems(template.name);
  templateVariables(template.spec.variables, given, problems);
  return problems.list.map((problem) => problemLine(problem));
}
