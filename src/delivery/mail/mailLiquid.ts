import { Liquid } from 'liquidjs';

/** What the texts of a mail can name. */
export interface MailFacts {
  /** As people read it. */
  readonly employer: string;
  /** `2026-10` */
  readonly period: string;
  /** First and last day, as the language writes dates. */
  readonly from: string;
  readonly to: string;
  readonly state: 'draft' | 'final';
  /** The name of the delivery in the configuration. */
  readonly delivery: string;
  /** Names of the files, separated by commas. */
  readonly files: string;
}

const engine = new Liquid({
  ownPropertyOnly: true,
  strictVariables: true,
  strictFilters: true,
  templates: {},
  parseLimit: 20_000,
  renderLimit: 1000,
  memoryLimit: 1_000_000,
});
for (const name of ['include', 'render', 'layout', 'block']) {
  engine.registerTag(name, {
    parse: () => {
      throw new Error(`the tag ${name} is not available here`);
    },
    render: () => undefined,
  });
}

/** Writes a text with the facts put in. @throws Error in Liquid's words where the text cannot be read */
export function writeMailText(text: string, facts: MailFacts | Readonly<Record<string, string>>): string {
  return String(engine.parseAndRenderSync(text, { ...facts }));
}
