/**
 * Some things begin and end by the clock, without anybody doing anything. Makes the work that tells of it, to be run every few seconds: each run
 * tells what is in (since, now], where `since` is the end of the run before. It goes back no further than a client may resume by cursor: so far the
 * first run does, because what happened while nobody ran was told to no screen, and one after other processes have run for days.
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
