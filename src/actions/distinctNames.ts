/** Names of people, with the id where two of them have the same. */
export function distinctNames(
  people: Iterable<{ readonly id: string; readonly name: string }>,
): (id: string) => string {
  const names = new Map<string, string>();
  for (const { id, name } of people) names.set(id, name);
  const times = new Map<string, number>();
  for (const name of names.values()) times.set(name, (times.get(name) ?? 0) + 1);
  return (id) => {
    const name = names.get(id) ?? id;
    return (times.get(name) ?? 0) > 1 && name !== id ? `${name} (${id})` : name;
  };
}
