/**
 * No gateway waits longer for an answer of ours, ms, whatever the database does. It keeps what was not acknowledged and sends it again; what was
 * written after all is a duplicate then.
 */
export const answerMs = 4_500

export interface AnswerClock {
  go(): void
  pause(): void
}

/** Calls `late` once when it has gone for `ms` altogether: while it is paused, it is others who take the time. */
export function createAnswerClock(ms: number, late: () => void): AnswerClock {
  let left = ms
  let since = 0
  let timer: NodeJS.Timeout | undefined
  return {
    go() {
      if (timer) return
      since = performance.now()
      timer = setTimeout(late, Math.max(0, left))
    },
    pause() {
      if (!timer) return
      clearTimeout(timer)
      timer = undefined
      left -= performance.now() - since
    },
  }
}
