/** What yargs dislikes about a command line, in its own words. */
export class RefusedLine extends Error {
  constructor(readonly said: string) {
    super(said);
    this.name = 'RefusedLine';
  }
}
