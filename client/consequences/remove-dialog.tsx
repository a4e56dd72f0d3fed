import { Anchor, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Act } from '../../contract/consequences.ts'
import type { DependantKind, Refusal } from '../../contract/refusals.ts'
import { useCommand } from '../commands/use-command.ts'
import type { CommandForm } from '../forms/use-command-form.tsx'
import { refusalText, useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Lazy } from '../ui/lazy.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import classes from './consequences.module.css'
import { concernsNobody, useConsequences } from './use-consequences.ts'

const consequencesPart = lazyPart(
  () => import('./consequences-part.tsx'),
  ({ ConsequencesPart }) => ConsequencesPart,
)

interface RemoveDialogProps {
  /** The form of the row: its unsaved input is gone with the row, so leaving it asks nothing. Null = no form is open. */
  readonly form: Pick<CommandForm, 'guarded'> | null
  readonly title: string
  /** What is deleted. */
  readonly text: string
  /** Label of the button; default "Delete". */
  readonly act?: string
  /** Title of the alert after a refusal. */
  readonly failed?: string
  /** Must be typed exactly: the name of the row. */
  readonly safetyWord?: string
  /** What is done, if its consequences are shown before. */
  readonly consequences?: Act
  /** Sends the command; `world` = what its consequences were when they were shown. */
  readonly remove: (
    world?: string,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly refusal: Refusal<string> }>
  /** Address of a dependant, where it has a page. */
  readonly linkTo?: (kind: DependantKind, id: number) => string | null
  readonly onDone: () => void
  readonly onClose: () => void
  /** What else is worth knowing before. */
  readonly children?: ReactNode
}

/** Asks before a row is deleted. If something depends on the row, it is listed with links. */
export function RemoveDialog({
  form,
  title,
  text,
  act,
  failed,
  safetyWord: given,
  consequences,
  remove,
  linkTo,
  onDone,
  onClose,
  children,
}: RemoveDialogProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const command = useCommand(false, () => {
    if (form) form.guarded.current = false
    onDone()
  })
  const seen = useConsequences(consequences ?? null)
  const unknown = consequences !== undefined && seen.view === null
  const safetyWord = given ?? seen.view?.safetyWord ?? undefined
  const [early, setEarly] = useState(false)
  const wrong = safetyWord !== undefined && typed !== safetyWord
  const submit = () => {
    setTried(true)
    // Submitted before the preview was loaded: sent once it shows that nobody is affected, otherwise asked again.
    setEarly(unknown && !wrong)
    if (wrong || unknown) return
    void command.run(async () => {
      const answer = await remove(seen.view?.world)
      if (!answer.ok && answer.refusal.code === 'world-moved') seen.lookAgain()
      return answer
    })
  }
  const submitNow = useRef(submit)
  useLayoutEffect(() => {
    submitNow.current = submit
  })
  const safe = seen.view !== null && concernsNobody(seen.view)
  useEffect(() => {
    if (early && safe) submitNow.current()
  }, [early, safe])
  const refusal = command.state.kind === 'refused' ? command.state.refusal : null
  const dependants = refusal?.dependants ?? []
  const blocked = dependants.length > 0
  // What is in the way may be a long list: its beginning is what should be seen.
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) top.current?.scrollIntoView({ block: 'start' })
  }, [refusal])
  return (
    <Dialog
      title={title}
      lead={text}
      onClose={onClose}
      onSubmit={submit}
      cancel={blocked ? t('ui.close') : undefined}
      act={{
        label: blocked ? t('ui.retry') : (act ?? t('common.delete')),
        color: 'error',
        busy: command.busy || (early && unknown && seen.refusal === null),
      }}
    >
      {command.state.kind === 'unknown' && <Alert severity="warning">{refusalText({ code: 'outcome-unknown' })}</Alert>}
      {refusal && (
        <div ref={top}>
          <Alert severity="error" title={failed ?? t('forms.notDeleted')}>
            {refusalText(refusal)}
            {blocked && (
              <ul className={classes.dependants}>
                {dependants.map(({ kind, count, first }) => (
                  <li key={kind}>
                    {t(`forms.dependants.${kind}`, { count })}
                    {': '}
                    {first.map(({ id, name }, index) => {
                      const to = linkTo?.(kind, id) ?? null
                      return (
                        <span key={id}>
                          {index > 0 && ', '}
                          {to === null ? (
                            name
                          ) : (
                            <Anchor component={Link} underline="always" to={to as '/'}>
                              {name}
                            </Anchor>
                          )}
                        </span>
                      )
                    })}
                    {count > first.length && ', …'}
                  </li>
                ))}
              </ul>
            )}
          </Alert>
        </div>
      )}
      {!blocked && consequences && (
        <Lazy part={consequencesPart} waiting={<RowsSkeleton rows={2} height="1.5rem" />}>
          {(Part) => <Part {...seen} />}
        </Lazy>
      )}
      {!blocked && children}
      {safetyWord !== undefined && (
        <TextInput
          label={t('ui.safety.label', { word: safetyWord })}
          value={typed}
          error={tried && wrong && t('ui.safety.wrong')}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </Dialog>
  )
}
