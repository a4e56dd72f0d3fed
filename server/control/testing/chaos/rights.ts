/** What the model knows of a right: when it last changed, as the interval of the change. */
interface Change {
  readonly from: number
  until: number
  readonly live: boolean
}

/** A right that is granted and revoked. The portal changes it at some moment between the start and end of a write. */
export class Right {
  readonly #changes: Change[]

  constructor(live: boolean) {
    this.#changes = [{ from: Number.NEGATIVE_INFINITY, until: Number.NEGATIVE_INFINITY, live }]
  }

  get live(): boolean {
    return this.#changes.at(-1)?.live ?? false
  }

  /** Runs `write`, which sets it. */
  async change(live: boolean, write: () => PromiseLike<unknown>): Promise<void> {
    const change: Change = { from: Date.now(), until: Number.POSITIVE_INFINITY, live }
    this.#changes.push(change)
    await write()
    change.until = Date.now()
  }

  /** Changes by itself at a moment, ms; the clocks of portal and test may differ slightly. */
  set(live: boolean, at: number): void {
    this.#changes.push({ from: at - 50, until: at + 50, live })
  }

  /** Whether it may have had this value at any moment between these two, inclusive. */
  possible(live: boolean, from: number, until: number): boolean {
    return this.#changes.some((change, index) => {
      const next = this.#changes[index + 1]
      return change.live === live && change.from <= until && (next === undefined || next.until >= from)
    })
  }
}
