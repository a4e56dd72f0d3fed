/** An error that the person at the command line can fix; its message says how. */
export class MoveError extends Error {}
