/** Checks of what the types promise already. Development and tests pay for them; production does not. */
export const strict = { on: false }
