/** Finds names for new parts beside the ones there are: `xl/worksheets/sheet7.xml`. */
export class PartNames {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...taken].map((name) => name.toLowerCase()));
  }

  like(part: string): string {
    const found = /^(.*?)[0-9]*(\.[^./]+)?$/.exec(part);
    const [base, extension] = [found?.[1] ?? part, found?.[2] ?? ''];
    let number = this.#next.get(base) ?? 1;
    while (this.#taken.has(`${base}${number}${extension}`.toLowerCase())) number++;
    this.#next.set(base, number + 1);
    const name = `${base}${number}${extension}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
