import type { ManyReply, RowOutcome } from '../../contract/many.ts'
import { FieldError } from '../forms/field-error.tsx'
import { labelKey, nearestLabel } from '../forms/form-fields.ts'
import { valueInWords } from '../forms/value-in-words.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import type { ToneName } from '../theme/tokens.ts'
import { DataList } from '../ui/data-list.tsx'
import type { IconName } from '../ui/icons.tsx'
import { Badge } from '../ui/status-badge.tsx'
import classes from './bulk.module.css'
import type { ManyVerbs } from './many-verbs.ts'

interface OutcomesProps {
  reply: ManyReply
  verbs: ManyVerbs
  nameOf: (id: number) => string
}

const looks: Readonly<Record<RowOutcome['status'], readonly [ToneName, IconName]>> = {
  changed: ['info', 'edit'],
  removed: ['warning', 'minus'],
  unchanged: ['neutral', 'check'],
  refused: ['error', 'cross'],
}
/** Refused rows first, then those that change. */
const order: readonly RowOutcome['status'][] = ['refused', 'changed', 'removed', 'unchanged']

/** What becomes of each row: its fields before and after, or why it is refused. */
export function Outcomes({ reply, verbs, nameOf }: OutcomesProps) {
  const t = useT()
  const rows = reply.rows.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
  return (
    <DataList
      label={t('bulk.outcome')}
      rows={rows}
      rowId={({ id }) => id}
      columns={[
        { key: 'name', title: t('common.name'), phone: 'title', cell: ({ id }) => nameOf(id) },
        {
          key: 'status',
          title: t('command-log.filter.outcome'),
          cell: ({ status }) => {
            const [tone, icon] = looks[status]
            return (
              <Badge tone={tone} icon={icon} quiet>
                {t(`bulk.status.${status}`)}
              </Badge>
            )
          },
        },
        {
          key: 'what',
          title: t('common.what'),
          phone: 'plain',
          cell: (row) =>
            row.refusal ? (
              <Refused refusal={row.refusal} verbs={verbs} />
            ) : (
              <Changes changes={row.changes} reply={reply} verbs={verbs} />
            ),
        },
      ]}
    />
  )
}

function Changes({ changes, reply, verbs }: Pick<OutcomesProps, 'reply' | 'verbs'> & Pick<RowOutcome, 'changes'>) {
  const t = useT()
  const words = (field: string, value: unknown) => {
    const names = reply.names.filter((each) => each.field === field)
    if (names.length > 0) {
      const ids = [value].flat().filter((id) => typeof id === 'number')
      return ids.map((id) => names.find((each) => each.id === id)?.name ?? `#${id}`).join(', ') || '–'
    }
    return verbs.inWords?.(field, value) ?? valueInWords(value, t)
  }
  return (
    <ul className={classes.changes}>
      {changes.map(({ field, before, after }) => {
        const label = labelKey(verbs.edit.labels, field)
        return (
          <li key={field}>
            {label !== undefined && `${(t as (key: string) => string)(label)}: `}
            <del aria-label={t('bulk.before', { value: words(field, before) })}>{words(field, before)}</del>
            {' → '}
            <ins className={classes.after} aria-label={t('bulk.after', { value: words(field, after) })}>
              {words(field, after)}
            </ins>
          </li>
        )
      })}
    </ul>
  )
}

function Refused({ refusal, verbs }: { refusal: NonNullable<RowOutcome['refusal']>; verbs: ManyVerbs }) {
  const t = useT()
  const { code, params, fields = [], dependants = [] } = refusal
  return (
    <>
      {refusalText({ code, ...(params ? { params } : {}) })}
      <ul className={classes.changes}>
        {fields.map(({ path, issue, params: of }) => {
          const label = nearestLabel(verbs.edit.labels, path)
          return (
            <li key={path}>
              {label !== undefined && `${(t as (key: string) => string)(label)}: `}
              <FieldError issue={issue} {...(of ? { params: of } : {})} />
            </li>
          )
        })}
        {dependants.map(({ kind, count, first }) => (
          <li key={kind}>
            {t(`forms.dependants.${kind}`, { count })}
            {': '}
            {first.map(({ name }) => name).join(', ')}
            {count > first.length && ', …'}
          </li>
        ))}
      </ul>
    </>
  )
}
