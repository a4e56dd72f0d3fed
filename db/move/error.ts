/** An error that the person at the command line can mend; its message says how. */
export class MoveError extends Error {}
