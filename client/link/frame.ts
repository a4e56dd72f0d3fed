/**
 * Calls `run` once in the next frame, however often `schedule` is called before; a little later in a hidden tab, which draws no frames.
 * Many changes in one frame are thus applied and drawn together.
 */
export function onFrame(run: () => void, hiddenMs = 250): { schedule(): void; cancel(): void } {
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = undefined
    timer = undefined
  }
  const go = () => {
    cancel()
    run()
  }
  return {
    schedule() {
      if (timer !== undefined) return
      timer = setTimeout(go, hiddenMs)
      if (typeof requestAnimationFrame === 'function') frame = requestAnimationFrame(go)
    },
    cancel,
  }
}
