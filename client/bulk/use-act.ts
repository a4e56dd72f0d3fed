import { useRef, useState } from 'react'
import type * as z from 'zod'
import type { ManyReply } from '../../contract/many.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { send } from '../link/send.ts'
import type { ManyDef, ManyRow } from './many-verbs.ts'

/** Many rows take their time. */
const timeoutMs = 60_000

/** Previews an act on several rows, and carries it out as the preview says. */
export function useAct(def: ManyDef, rows: readonly ManyRow[], onDone: (count: number) => void) {
  const [preview, setPreview] = useState<ManyReply | null>(null)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const [busy, setBusy] = useState(false)
  const [skip, setSkip] = useState(false)
  const versions = useRef(new Map(rows.map(({ id, version }) => [id, version])))
  const input = () => [...versions.current].map(([id, version]) => ({ id, version }))

  const call = async (more: object) => {
    setBusy(true)
    const answer = await send(def, { rows: input(), ...more } as z.input<ManyDef['input']>, { timeoutMs })
    setBusy(false)
    return answer
  }
  const look = async (more: object = {}) => {
    const answer = await call({ ...more, world: null })
    if (!answer.ok) return setRefusal(answer.refusal)
    setPreview(answer.reply)
  }
  const run = async (more: object = {}) => {
    if (busy || preview === null) return
    setRefusal(null)
    const answer = await call({ ...more, world: preview.world, skipRefused: skip })
    if (answer.ok) {
      const acted = answer.reply.rows.filter(({ status }) => status === 'changed' || status === 'removed')
      return onDone(acted.length)
    }
    setRefusal(answer.refusal)
    // What the person saw no longer holds.
    setSkip(false)
    if (answer.refusal.code === 'world-moved' || answer.refusal.code === 'rows-refused') await look(more)
  }
  /** Takes the versions that the rows have now, then previews once more. */
  const current = (more: object = {}) => {
    for (const { id, version } of preview?.rows ?? []) if (version !== null) versions.current.set(id, version)
    return look(more)
  }
  return { preview, setPreview, refusal, busy, skip, setSkip, rows: input, look, run, current }
}
