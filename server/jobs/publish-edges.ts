/**
 * Publishes what begins and ends by the clock, without anybody's action. Run every few seconds: each run covers (since,
 * now], where `since` is the end of the previous run. The first run goes back as far as a client may resume by cursor,
 * because no screen got the changes while no process was running; no run goes back further.
 */
export function publishEdges<T>(
  { clock, resumeMinutes }: { clock: () => Promise<Date>; resumeMinutes: number },
  tell: (since: Date, now: Date) => Promise<T>,
): () => Promise<T> {
  let told = Number.NEGATIVE_INFINITY
  return async () => {
    const now = await clock()
    const answer = await tell(new Date(Math.max(told, now.getTime() - resumeMinutes * 60_000)), now)
    told = now.getTime()
    return answer
  }
}
