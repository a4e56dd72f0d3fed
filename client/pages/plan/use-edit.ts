import { useBlocker } from '@tanstack/react-router'
import { useEffect, useMemo, useReducer, useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { type PlanView, savePlan } from '../../../contract/sites/plan.ts'
import { t } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { beginEdit, differences, edited, isChanged, saveInput } from '../../site-canvas/edit/draft.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.tsx'
import type { PlanSearch } from './search.ts'

/**
 * A plan in work. Saves of others are taken over as long as nothing is changed here; else they stand as a conflict, about which the person
 * decides. Leaving with changes asks.
 */
export function useEdit(plan: PlanView) {
  const [edit, dispatch] = useReducer(edited, plan, beginEdit)
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  /** The version that our own last save made: its coming back is no conflict. */
  const [own, setOwn] = useState(plan.version)
  const changed = useMemo(() => isChanged(edit), [edit])
  const isOurs = plan.version === edit.base.version || plan.version === own
  const conflict = plan.version > edit.base.version && changed && !isOurs && !saving

  useEffect(() => {
    if (plan === edit.base || plan.version < edit.base.version || conflict || saving) return
    dispatch({ type: changed ? 'onTop' : 'take', plan })
  }, [plan, edit.base, changed, conflict, saving])

  useBlocker({
    disabled: !changed,
    enableBeforeUnload: () => changed,
    shouldBlockFn: async ({ current, next }) => {
      const [here, there] = [current.search as PlanSearch, next.search as PlanSearch]
      if (next.pathname === current.pathname && there.site === here.site && there.edit) return false
      const question = { title: t('common.leaveTitle'), text: t('plan.leave.text'), act: t('common.discardChanges') }
      return !(await confirm({ ...question, tone: 'error' }))
    },
  })

  const save = async () => {
    if (saving || !changed) return
    setSaving(true)
    setRefusal(null)
    const answer = await send(savePlan, saveInput(edit))
    setSaving(false)
    if (!answer.ok) return setRefusal(answer.refusal)
    setOwn(answer.reply.version)
    notify.success(t('plan.save.done'))
  }
  const count = useMemo(() => differences(edit), [edit])
  return { edit, dispatch, changed, conflict, saving, save, refusal, setRefusal, count }
}
