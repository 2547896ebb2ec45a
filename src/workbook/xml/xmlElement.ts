/**
 * An element of an XML part with the places where it stands in the source, so that a part can be changed at single
 * places and stay byte for byte what it was everywhere else. Offsets count UTF-16 units.
 */
export interface XmlElement {
  /** As written, with its prefix. */
  readonly name: string;
  /** Without its prefix. */
  readonly local: string;
  /** By their written names; values are decoded. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: XmlElement | undefined;
  readonly children: readonly XmlElement[];
  /** The decoded character data directly inside. */
  text: string;
  /** Of the `<` of the opening tag. */
  readonly start: number;
  /** After the `>` of the opening tag. */
  readonly openEnd: number;
  /** Of the `<` of the closing tag; equal to `end` if the element is one empty tag. */
  closeStart: number;
  /** After the whole element. */
  end: number;
}

/** The first child with this local name. */
export function childOf(element: XmlElement | undefined, local: string): XmlElement | undefined {
  return element?.children.find((child) => child.local === local);
}

/** All children with this local name. */
export function childrenOf(element: XmlElement | undefined, local: string): XmlElement[] {
  return element?.children.filter((child) => child.local === local) ?? [];
}

/** All elements below this one with one of these local names, in the order of the source. */
export function* descendantsOf(element: XmlElement, ...locals: readonly string[]): Generator<XmlElement> {
  for (const child of element.children) {
    if (locals.includes(child.local)) yield child;
    yield* descendantsOf(child, ...locals);
  }
}

/** The value of an attribute whose name has a prefix, whatever the prefix: `id` finds `r:id`. */
export function prefixedAttribute(element: XmlElement, local: string): string | undefined {
  const name = Object.keys(element.attributes).find((key) => key.endsWith(`:${local}`));
  return name === undefined ? undefined : element.attributes[name];
}

/** `x:` where the element is written `x:c`, else nothing: elements that are added take the prefix of their neighbour. */
export function prefixOf(element: XmlElement): string {
  return element.name.slice(0, element.name.length - element.local.length);
}

/** All character data inside an element, at any depth. */
export function deepText(element: XmlElement): string {
  return element.text + element.children.map(deepText).join('');
}
