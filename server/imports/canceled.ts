/** Thrown by a step of an import that was canceled meanwhile. */
export class Canceled extends Error {}
