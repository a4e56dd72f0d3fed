/** What the person at the command line can mend: the message is for him, a stack would not help. */
export class MoveError extends Error {}
