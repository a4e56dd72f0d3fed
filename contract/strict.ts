/** Run-time checks of what the types promise, in development and tests only. */
export const strict = { on: false }
