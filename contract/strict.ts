/** Checks of what the types promise already. Development and tests pay for them; production does not. */
let strict = false

export function beStrict(): void {
  strict = true
}

export function isStrict(): boolean {
  return strict
}
