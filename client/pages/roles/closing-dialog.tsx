import { closing, type RoleChange } from '../../../contract/roles.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './roles.module.css'

interface ClosingDialogProps {
  changes: readonly RoleChange[]
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** From how many people the changes take which products, before they are saved. */
export function ClosingDialog({ changes, busy, onConfirm, onClose }: ClosingDialogProps) {
  const t = useT()
  const { view, refusal } = useQuery(closing, { changes: [...changes] })
  return (
    <Dialog
      title={t('roles.closing.title')}
      lead={t('roles.closing.lead')}
      onClose={onClose}
      onSubmit={() => {
        if (view) onConfirm()
      }}
      act={{ label: t('roles.closing.act'), color: 'error', busy, disabled: view === null }}
    >
      {refusal && <Alert severity="error">{refusalText(refusal)}</Alert>}
      {view === null && refusal === null && <p className={classes.line}>{t('ui.loading')}</p>}
      {view && (
        <ul className={classes.lost}>
          {view.map(({ product, people }) => (
            <li key={product.id}>
              <strong>{nameIn(product)}</strong>
              <p className={classes.line}>{t('products.closing.people', { people })}</p>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
