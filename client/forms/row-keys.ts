/** Returns the keys of `count` rows: existing ones, and new ones for new rows. A row keeps its key wherever it moves. */
export function rowKeys(kept: readonly number[], count: number): number[] {
  const keys = kept.slice(0, count)
  while (keys.length < count) keys.push(Math.max(-1, ...keys) + 1)
  return keys
}

/** Returns the keys after a row has moved. */
export function movedKeys(keys: readonly number[], from: number, to: number): number[] {
  const moved = keys.toSpliced(from, 1)
  return moved.toSpliced(to, 0, keys[from] ?? -1)
}
