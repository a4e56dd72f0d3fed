import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { Timeline } from '../../../contract/sites/timeline.ts'
import { type FoldedTimeline, foldTimeline } from '../../../contract/sites/timeline-entries.ts'
import { createPast, type Past } from './past.ts'
import { createPlayer, type Player, smooth, steps } from './player.ts'

/** How long the moment must stay before it goes into the address, ms: browsers limit how often that may change. */
const settlesMs = 400

export interface PastOfSite {
  readonly player: Player
  readonly folded: FoldedTimeline
  /** Rows as they were at the player's moment. */
  readonly past: Past
}

/**
 * Keeps rows and player together while the timeline grows. `start` = the moment that is shown first; `onStand` is told each at which somebody
 * stays.
 */
export function usePast(timeline: Timeline, start: number, onStand: (at: number) => void): PastOfSite {
  const [player] = useState(() => createPlayer(start, motorNow))
  const [past] = useState(createPast)
  const folded = useMemo(() => foldTimeline(timeline), [timeline])
  useLayoutEffect(() => {
    past.take(timeline, folded)
    player.bound(timeline.from, timeline.coveredUntil)
    past.show(player.at())
    return player.subscribe(() => past.show(player.at()))
  }, [past, player, timeline, folded])
  useEffect(() => () => player.pause(), [player])
  useStanding(player, onStand)
  return { player, folded, past }
}

const motorNow = () => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? steps : smooth)

/** Tells the moment once it stands, so that a reload and a copied address show the same second. */
function useStanding(player: Player, onStand: (at: number) => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let told = player.at()
    const stop = player.subscribe(() => {
      clearTimeout(timer)
      if (player.playing() || player.waiting() || player.at() === told) return
      timer = setTimeout(() => {
        told = player.at()
        onStand(told)
      }, settlesMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [player, onStand])
}
