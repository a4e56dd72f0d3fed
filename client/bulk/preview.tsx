import { Button, Checkbox } from '@mantine/core'
import type { ManyReply } from '../../contract/many.ts'
import { useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import classes from './bulk.module.css'
import type { ManyVerbs } from './many-verbs.ts'
import { Outcomes } from './outcomes.tsx'

interface PreviewProps {
  reply: ManyReply
  verbs: ManyVerbs
  nameOf: (id: number) => string
  /** The rows are removed. */
  removes?: boolean
  skip: boolean
  onSkip: (skip: boolean) => void
  /** Previews once more, with the current versions of rows that somebody else changed. */
  onCurrent: () => void
}

/** Number of rows that are changed or removed. */
export const actedOn = ({ rows }: ManyReply): number =>
  rows.filter(({ status }) => status === 'changed' || status === 'removed').length
/** Number of rows that cannot be. */
export const refusedIn = ({ rows }: ManyReply): number => rows.filter(({ status }) => status === 'refused').length

/** What an edit or a removal will do, row by row, and what to do with the rows that cannot follow. */
export function Preview({ reply, verbs, nameOf, removes = false, skip, onSkip, onCurrent }: PreviewProps) {
  const t = useT()
  const refused = refusedIn(reply)
  const unchanged = reply.rows.filter(({ status }) => status === 'unchanged').length
  const outdated = reply.rows.filter(({ version }) => version !== null).length
  return (
    <div className={classes.stack}>
      <p role="status" className={classes.summary}>
        {removes
          ? t('bulk.remove.summary', { acted: actedOn(reply), refused })
          : t('bulk.summary', { acted: actedOn(reply), unchanged, refused })}
      </p>
      {refused > 0 && (
        <Alert
          severity="warning"
          action={
            outdated > 0 && (
              <Button variant="default" onClick={onCurrent}>
                {t('bulk.current')}
              </Button>
            )
          }
        >
          {t('bulk.allOrNone')}
        </Alert>
      )}
      {refused > 0 && actedOn(reply) > 0 && (
        <Checkbox
          label={t('bulk.skip', { count: refused })}
          checked={skip}
          onChange={(event) => onSkip(event.currentTarget.checked)}
        />
      )}
      <Outcomes reply={reply} verbs={verbs} nameOf={nameOf} />
    </div>
  )
}
