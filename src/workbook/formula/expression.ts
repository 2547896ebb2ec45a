import { functionName } from './compileFormula.js';
import type { CompiledToken, MovedReference } from './movedReference.js';

/** The part of the formula language that is calculated here, so that totals show in viewers that do not calculate. */
export type FormulaNode =
  | { readonly kind: 'constant'; readonly value: number | string | boolean }
  | { readonly kind: 'reference'; readonly reference: MovedReference }
  | { readonly kind: 'sheets'; readonly of: readonly MovedReference[] }
  | { readonly kind: 'table' | 'name'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly inputs: readonly (FormulaNode | undefined)[] }
  | { readonly kind: 'sign'; readonly sign: '-' | '+' | '%'; readonly of: FormulaNode }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: FormulaNode;
      readonly right: FormulaNode;
    };

const STRENGTH: Readonly<Record<string, number>> = {
  '=': 1,
  '<>': 1,
  '<': 1,
  '<=': 1,
  '>': 1,
  '>=': 1,
  '&': 2,
  '+': 3,
  '-': 3,
  '*': 4,
  '/': 4,
  '^': 5,
};

/** The maximum nesting of parentheses and signs; deeper formulas are left to Excel. */
const DEEPEST = 64;

/** The maximum number of uses of LET names, because each use is replaced with its value. */
const MOST_USES = 12;

/** Shared: allocating a stack for each of many formulas would take most of the time. */
const NOT_CALCULATED = new Error('left to Excel');

/** Parses a formula; undefined if it uses anything that is not calculated here. @param calculated names of functions */
export function parseFormula(
  tokens: readonly CompiledToken[],
  calculated: ReadonlySet<string>,
): FormulaNode | undefined {
  const reader = new Reader(
    tokens.filter((token) => token.kind !== 'space'),
    calculated,
  );
  try {
    const expression = reader.binary(1);
    return reader.isAtEnd ? expression : undefined;
  } catch (error) {
    if (error === NOT_CALCULATED) return undefined;
    throw error;
  }
}

class Reader {
  #at = 0;
  #depth = 0;
  #given = new Map<string, FormulaNode>();
  #uses = 0;

  constructor(
    readonly tokens: readonly CompiledToken[],
    readonly calculated: ReadonlySet<string>,
  ) {}

  get isAtEnd(): boolean {
    return this.#at >= this.tokens.length;
  }

  binary(weakest: number): FormulaNode {
    let left = this.signed();
    for (;;) {
      const operator = this.#operator();
      const strength = operator === undefined ? 0 : (STRENGTH[operator] ?? 0);
      if (operator === undefined || strength < weakest || strength === 0) return left;
      this.#at++;
      left = { kind: 'binary', operator, left, right: this.binary(strength + 1) };
    }
  }

  /** A leading sign binds stronger than `^`: in Excel -2^2 is 4. */
  signed(): FormulaNode {
    if (++this.#depth > DEEPEST) throw NOT_CALCULATED;
    const expression = this.#signed();
    this.#depth--;
    return expression;
  }

  #signed(): FormulaNode {
    const operator = this.#operator();
    if (operator === '-' || operator === '+') {
      this.#at++;
      return { kind: 'sign', sign: operator, of: this.signed() };
    }
    let expression = this.single();
    while (this.#operator() === '%') {
      this.#at++;
      expression = { kind: 'sign', sign: '%', of: expression };
    }
    return expression;
  }

  single(): FormulaNode {
    const token = this.tokens[this.#at++];
    switch (token?.kind) {
      case 'number':
        return { kind: 'constant', value: Number(token.text) };
      case 'text':
        return { kind: 'constant', value: token.text.slice(1, -1).replaceAll('""', '"') };
      case 'moved':
        return { kind: 'reference', reference: token };
      case 'sheets':
        return token;
      case 'table':
        return { kind: 'table', text: token.text };
      case 'name':
        return this.#named(token.text);
      case 'function':
        return this.#call(functionName(token.text));
      case 'open':
        return this.#inParentheses();
      default:
        throw NOT_CALCULATED;
    }
  }

  #inParentheses(): FormulaNode {
    const inside = this.binary(1);
    if (this.tokens[this.#at++]?.kind !== 'close') throw NOT_CALCULATED;
    return inside;
  }

  #named(text: string): FormulaNode {
    const given = this.#given.get(text.toLowerCase());
    if (given && ++this.#uses > MOST_USES) throw NOT_CALCULATED;
    if (given) return given;
    const isTruth = /^(true|false)$/i.test(text);
    return isTruth ? { kind: 'constant', value: text.toLowerCase() === 'true' } : { kind: 'name', text };
  }

  /** `LET(hours,B5/60,hours*2)`: the calculation with the values in place of the names. */
  #let(): FormulaNode {
    const outer = this.#given;
    this.#given = new Map(outer);
    for (;;) {
      const [name, comma] = [this.tokens[this.#at], this.tokens[this.#at + 1]];
      const isNamed = name?.kind === 'name' && comma?.kind === 'comma';
      if (isNamed) this.#at += 2;
      const value = this.binary(1);
      if (isNamed && this.#takes('comma')) this.#given.set(name.text.toLowerCase(), value);
      else if (isNamed || !this.#takes('close')) throw NOT_CALCULATED;
      else {
        this.#given = outer;
        return value;
      }
    }
  }

  #call(name: string): FormulaNode {
    if (name === 'LET' && this.#takes('open')) return this.#let();
    if (!this.calculated.has(name)) throw NOT_CALCULATED;
    this.#at++;
    const inputs: (FormulaNode | undefined)[] = [];
    if (this.#takes('close')) return { kind: 'call', name, inputs };
    do {
      const next = this.tokens[this.#at]?.kind;
      inputs.push(next === 'comma' || next === 'close' ? undefined : this.binary(1));
    } while (this.#takes('comma'));
    if (!this.#takes('close')) throw NOT_CALCULATED;
    return { kind: 'call', name, inputs };
  }

  #takes(kind: CompiledToken['kind']): boolean {
    if (this.tokens[this.#at]?.kind !== kind) return false;
    this.#at++;
    return true;
  }

  #operator(): string | undefined {
    const token = this.tokens[this.#at];
    return token?.kind === 'operator' ? token.text : undefined;
  }
}
