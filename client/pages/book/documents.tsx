import { refusalText, useT } from '../../i18n/i18n.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Panel } from '../../ui/page.tsx'
import { ErrorState } from '../../ui/states.tsx'
import classes from './hold.module.css'
import type { DocumentState } from './use-documents.ts'
import type { TypedFields } from './use-typed.ts'

/** Documents to accept first: each to read and tick, or all at once; optionally remembered for later bookings. */
export function Documents({ documents, typed }: { documents: DocumentState; typed: TypedFields }) {
  const t = useT()
  const { found, open, accepted, accept } = documents
  if (found.view === null && found.refusal)
    return (
      <Panel title={t('booking.documents')}>
        <ErrorState text={refusalText(found.refusal)} supportCode={found.refusal.supportCode} onRetry={found.retry} />
      </Panel>
    )
  if (open.length === 0) return null
  const all = open.every(({ id }) => accepted.has(id))
  return (
    <Panel title={t('booking.documents')}>
      <ul className={classes.list}>
        {open.map(({ id, title, text }) => (
          <li key={id} className={`${classes.document} ${classes.listItem}`} style={{ display: 'block' }}>
            <label className={classes.option}>
              <input
                className={classes.optionInput}
                type="checkbox"
                checked={accepted.has(id)}
                onChange={(event) => accept([id], event.currentTarget.checked)}
              />
              <span>{t('booking.documents.accept', { title })}</span>
            </label>
            {text !== null && text !== '' && (
              <Disclosure label={t('booking.documents.read', { title })}>
                <p className={classes.documentText}>{text}</p>
              </Disclosure>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.accept}>
        {open.length > 1 && (
          <label className={classes.option}>
            <input
              className={classes.optionInput}
              type="checkbox"
              checked={all}
              onChange={(event) =>
                accept(
                  open.map(({ id }) => id),
                  event.currentTarget.checked,
                )
              }
            />
            <strong>{t('booking.documents.all')}</strong>
          </label>
        )}
        <label className={classes.option}>
          <input
            className={classes.optionInput}
            type="checkbox"
            checked={typed.values.rememberAcceptDocumentsDecision}
            onChange={(event) => typed.set({ rememberAcceptDocumentsDecision: event.currentTarget.checked })}
          />
          <span>{t('booking.documents.remember')}</span>
        </label>
      </div>
    </Panel>
  )
}
