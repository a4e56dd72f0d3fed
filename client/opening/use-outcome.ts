import { useEffect, useRef, useState } from 'react'
import type { RunView } from '../../contract/control/own.ts'
import { useT } from '../i18n/i18n.ts'
import { runWords, stepWords } from './run-words.ts'

/** Vibration patterns, ms: one short pulse for success, three for failure. */
const pulses = { done: [120], stopped: [90, 70, 90, 70, 90] } as const

/**
 * The announcements of a run for screen readers: each device when its state changes, and the outcome; the phone vibrates at the end of a run
 * that was seen running. Empty until something happens.
 */
export function useOutcome(run: RunView | null): string {
  const t = useT()
  const [said, setSaid] = useState('')
  const seen = useRef<{ id: string; running: boolean; words: Map<number, string> } | null>(null)
  useEffect(() => {
    if (run === null) return
    const before = seen.current?.id === run.id ? seen.current : null
    const words = new Map(run.steps.map((step) => [step.deviceId, stepWords(step, run.action, null, t).text]))
    const running = run.state === 'running'
    // A run that had ended before the screen opened is history: shown, but not news.
    const news = before !== null || running
    seen.current = { id: run.id, running, words }
    if (!news) return
    const parts = run.steps
      .filter(({ deviceId, state }) => state !== 'waiting' && before?.words.get(deviceId) !== words.get(deviceId))
      .map(({ deviceId, name }) => t('open.says', { device: name, text: words.get(deviceId) ?? '' }))
    const ended = run.state !== 'running' && before?.running === true
    if (ended) {
      parts.push(runWords(run, t).text)
      if ('vibrate' in navigator) navigator.vibrate([...pulses[run.state === 'done' ? 'done' : 'stopped']])
    }
    if (parts.length > 0) setSaid(parts.join(' '))
  }, [run, t])
  return said
}
